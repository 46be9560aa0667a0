import type { Identifier, Invoice } from '../model.js'
import {
  isAustralian,
  isBelgianEnterprise,
  isDanishCvr,
  isGln,
  isItalianIpa,
  isItalianTaxCode,
  isItalianVatNumber,
  isNorwegian,
  isSwedish,
} from './peppol-check-digits.js'
import { normalised, type Rule, type Term } from './rule.js'

type See = (term: Term, identifier: Identifier | undefined, index?: number) => void

/** PEPPOL-COMMON-R040 to R057: identifiers have the format, and the check digit, of their scheme. */
export const PEPPOL_IDENTIFIER_RULES: readonly Rule[] = [
  identifier('R040', '0088', 'a GLN', 'Correct the GLN; its last digit is a check digit by GS1', isGln),
  identifier(
    'R041',
    '0192',
    'a Norwegian organisation number',
    'Give nine digits, the last by modulus 11',
    isNorwegian,
  ),
  // The Danish formats are compared as written, white space around included.
  identifier(
    'R042',
    '0184',
    'a Danish CVR number',
    'Give eight digits, with or without DK before them',
    isDanishCvr,
    raw,
  ),
  identifier('R052', '0096', 'a Danish P number', 'Give ten digits', (id) => /^[0-9]{10}$/.test(id), raw),
  identifier('R053', '0198', 'a Danish SE number', 'Give DK and eight digits', (id) => /^DK[0-9]{8}$/.test(id), raw),
  identifier(
    ...(['R043', '0208', 'a Belgian enterprise number'] as const),
    'Give ten digits, the last two of them 97 less the remainder of the first eight by 97: look the number up in the Crossroads Bank for Enterprises',
    isBelgianEnterprise,
  ),
  warning(identifier('R044', '0201', 'an Italian IPA code', 'Give six letters or digits', isItalianIpa)),
  warning(identifier('R045', '0210', 'an Italian tax code', 'Give 16 characters or 11 digits', isItalianTaxCode)),
  {
    ...{ id: 'PEPPOL-COMMON-R046', severity: 'warning', terms: ['BT-34', 'BT-49'] },
    message: 'The identifier {} (scheme 9907) is not an Italian tax code',
    fix: 'Give 16 characters or 11 digits',
    check: ({ seller, buyer }, breach) => {
      const see: See = (term, found) => {
        if (found?.scheme === '9907' && !isItalianTaxCode(normalised(found.value))) breach(term, undefined, found.value)
      }
      see('BT-34', seller.electronicAddress)
      see('BT-49', buyer.electronicAddress)
    },
  },
  warning(identifier('R047', '0211', 'an Italian VAT number', 'Give IT and eleven digits', isItalianVatNumber)),
  identifier('R049', '0007', 'a Swedish organisation number', 'Give ten digits, the last by Luhn', isSwedish),
  identifier(
    'R050',
    '0151',
    'an Australian Business Number',
    'Give eleven digits, checked by modulus 89',
    isAustralian,
  ),
  warning(identifier('R054', '0106', 'a Dutch KVK number', 'Give eight digits', (id) => /^[0-9]{8}$/.test(id))),
  warning(identifier('R055', '0190', 'a Dutch OIN', 'Give twenty digits', (id) => /^[0-9]{20}$/.test(id))),
  warning(identifier('R056-1', '9944', 'a Dutch VAT number', 'Write it as NL123456789B12', isDutchVatNumber)),
  {
    ...{ id: 'PEPPOL-COMMON-R056-2', severity: 'warning', terms: ['BT-31', 'BT-48', 'BT-63'] },
    message: 'The Dutch VAT number {} does not have the Dutch format',
    fix: 'Write it as NL123456789B12',
    check: ({ seller, buyer, taxRepresentative }, breach) => {
      const see = (term: Term, number: string | undefined): void => {
        if (number === undefined) return
        const id = normalised(number)
        if (id.startsWith('NL') && !isDutchVatNumber(id)) breach(term, undefined, number)
      }
      see('BT-31', seller.vatIdentifier)
      see('BT-48', buyer.vatIdentifier)
      see('BT-63', taxRepresentative?.vatIdentifier)
    },
  },
  warning(
    identifier('R057', '0217', 'a Dutch establishment number', 'Give twelve digits', (id) => /^[0-9]{12}$/.test(id)),
  ),
]

function identifier(
  number: string,
  scheme: string,
  what: string,
  fix: string,
  isValid: (id: string) => boolean,
  read: (value: string) => string = normalised,
): Rule {
  return {
    id: `PEPPOL-COMMON-${number}`,
    terms: ['BT-34', 'BT-49', 'BT-29', 'BT-46', 'BT-30', 'BT-47', 'BT-60', 'BT-61'],
    message: `The identifier {} (scheme ${scheme}) is not ${what}`,
    fix,
    check: (invoice, breach) => {
      eachIdentifier(invoice, (term, found, index) => {
        if (found?.scheme === scheme && !isValid(read(found.value))) breach(term, index, found.value)
      })
    },
  }
}

function warning(rule: Rule): Rule {
  return { ...rule, severity: 'warning' }
}

function raw(value: string): string {
  return value
}

function isDutchVatNumber(id: string): boolean {
  return /^NL[0-9]{9}B[0-9]{2}$/.test(id)
}

/** Electronic addresses, party identifiers and registrations, wherever the official context finds them. */
function eachIdentifier({ seller, buyer, payee }: Invoice, see: See): void {
  see('BT-34', seller.electronicAddress)
  see('BT-49', buyer.electronicAddress)
  seller.identifiers.forEach((each, index) => {
    see('BT-29', each, index)
  })
  buyer.identifiers.forEach((each, index) => {
    see('BT-46', each, index)
  })
  see('BT-30', seller.legalRegistration)
  see('BT-47', buyer.legalRegistration)
  see('BT-60', payee?.identifier)
  see('BT-61', payee?.legalRegistration)
}
