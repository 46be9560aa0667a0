import { isNorwegian } from './peppol-check-digits.js'
import { supplierCountry } from './peppol-facts.js'
import { isBlank, normalised, type Rule } from './rule.js'

/** NO-R-001 and NO-R-002. */
export const NORWEGIAN_RULES: readonly Rule[] = [
  {
    ...{ id: 'NO-R-002', severity: 'warning', terms: ['BT-32'] },
    message: 'A Norwegian seller that is registered does not say "Foretaksregisteret"',
    fix: 'Give Foretaksregisteret as tax registration of the seller, if it is a company in that register',
    check: (invoice, breach) => {
      if (supplierCountry(invoice) !== 'NO') return
      if (normalised(invoice.seller.taxRegistration ?? '') !== 'Foretaksregisteret') breach('BT-32')
    },
  },
  {
    id: 'NO-R-001',
    terms: ['BT-31'],
    message: 'The VAT number {} of the Norwegian seller is not NO, a valid organisation number and MVA',
    fix: 'Write it as NO123456785MVA',
    check: (invoice, breach) => {
      const number = invoice.seller.vatIdentifier ?? ''
      if (supplierCountry(invoice) !== 'NO' || !number.startsWith('NO')) return
      if (!/^[0-9]{9}MVA$/.test(number.slice(2)) || !isNorwegian(number.slice(2, 11)))
        breach('BT-31', undefined, number)
    },
  },
]

/** IT-R-001 to IT-R-004. */
export const ITALIAN_RULES: readonly Rule[] = [
  {
    id: 'IT-R-001',
    terms: ['BT-32'],
    message: 'The tax registration {} of the Italian seller does not have 11 to 16 letters or digits',
    fix: 'Give the codice fiscale in capitals',
    check: (invoice, breach) => {
      const number = invoice.seller.taxRegistration
      if (supplierCountry(invoice) !== 'IT' || number === undefined) return
      if (!/^[A-Z0-9]{11,16}$/.test(normalised(number))) breach('BT-32', undefined, number)
    },
  },
  italianAddress('IT-R-002', 'BT-35', 'street', 'line1'),
  italianAddress('IT-R-003', 'BT-37', 'city', 'city'),
  italianAddress('IT-R-004', 'BT-38', 'post code', 'postCode'),
]

function italianAddress(
  id: string,
  term: 'BT-35' | 'BT-37' | 'BT-38',
  what: string,
  part: 'line1' | 'city' | 'postCode',
): Rule {
  return {
    ...{ id, terms: [term], message: `The address of the Italian seller has no ${what}` },
    fix: "Give the seller's whole address",
    check: (invoice, breach) => {
      if (supplierCountry(invoice) === 'IT' && isBlank(invoice.seller.address?.[part])) breach(term)
    },
  }
}
