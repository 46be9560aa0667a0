import type { Invoice } from '../model.js'
import { hasSwedishCheckDigit } from './peppol-check-digits.js'
import { bothAreIn, sellerIsIn } from './peppol-facts.js'
import { normalised, type Rule, type Term } from './rule.js'

const RATES: ReadonlySet<string> = new Set(['25', '12', '6'])

/** SE-R-001 to SE-R-013: sellers with an address in Sweden. */
export const SWEDISH_RULES: readonly Rule[] = [
  {
    id: 'SE-R-001',
    terms: ['BT-31'],
    message: 'The Swedish VAT number {} does not have 14 characters',
    fix: 'Write it as SE123456789701',
    check: (invoice, breach) => {
      const number = swedishVat(invoice)
      if (number !== undefined && [...normalised(number)].length !== 14) breach('BT-31', undefined, number)
    },
  },
  {
    id: 'SE-R-002',
    terms: ['BT-31'],
    message: 'The Swedish VAT number {} does not end with twelve digits',
    fix: 'Write it as SE123456789701',
    check: (invoice, breach) => {
      const number = swedishVat(invoice)
      if (number !== undefined && !isNumber(number.slice(2, 14))) breach('BT-31', undefined, number)
    },
  },
  registration('SE-R-003', 'is not numeric', isNumber),
  registration('SE-R-004', 'does not have 10 digits', (id) => [...normalised(id)].length === 10),
  registration('SE-R-013', 'has a wrong check digit', (id) => hasSwedishCheckDigit(normalised(id))),
  {
    id: 'SE-R-005',
    terms: ['BT-32'],
    message: 'The tax registration {} of the Swedish seller is not "Godkänd för F-skatt"',
    fix: 'Give "Godkänd för F-skatt" or nothing',
    check: (invoice, breach) => {
      const { taxRegistration, legalRegistration } = invoice.seller
      if (!sellerIsIn(invoice, 'SE') || taxRegistration === undefined || legalRegistration === undefined) return
      if (normalised(taxRegistration.toUpperCase()) !== 'GODKÄND FÖR F-SKATT')
        breach('BT-32', undefined, taxRegistration)
    },
  },
  {
    id: 'SE-R-006',
    terms: ['BT-152', 'BT-119', 'BT-96', 'BT-103'],
    message: 'Sweden has no VAT rate of {} percent',
    fix: 'Use 25, 12 or 6 with category S',
    check: (invoice, breach) => {
      if (swedishVat(invoice) === undefined) return
      eachRate(invoice, (term, category, rate, index) => {
        if (category === 'S' && !RATES.has(rate ?? '')) breach(term, index, rate)
      })
    },
  },
  account('SE-R-007', 'SE:PLUSGIRO', 'is not numeric', isNumber),
  account('SE-R-010', 'SE:PLUSGIRO', 'does not have 2 to 8 digits', (id) => id.length >= 2 && id.length <= 8),
  account('SE-R-008', 'SE:BANKGIRO', 'is not numeric', isNumber),
  account('SE-R-009', 'SE:BANKGIRO', 'does not have 7 or 8 digits', (id) => id.length === 7 || id.length === 8),
  means('SE-R-011', ['50', '56'], 'Bankgiro and Plusgiro', (invoice) => sellerIsIn(invoice, 'SE')),
  means('SE-R-012', ['31'], 'credit transfers within Sweden', (invoice) => bothAreIn(invoice, 'SE')),
]

/** The VAT number of a seller in Sweden that has a Swedish one. */
function swedishVat(invoice: Invoice): string | undefined {
  const number = invoice.seller.vatIdentifier
  return sellerIsIn(invoice, 'SE') && number?.startsWith('SE') === true ? number : undefined
}

/** XPath's `number()` is not NaN. */
function isNumber(text: string): boolean {
  return /^[ \t\r\n]*-?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[ \t\r\n]*$/.test(text)
}

function registration(id: string, fault: string, isValid: (value: string) => boolean): Rule {
  return {
    ...{ id, terms: ['BT-30'], message: `The organisation number {} of the Swedish seller ${fault}` },
    fix: 'Give ten digits, the last by Luhn',
    check: (invoice, breach) => {
      const found = invoice.seller.legalRegistration
      if (found !== undefined && sellerIsIn(invoice, 'SE') && !isValid(found.value))
        breach('BT-30', undefined, found.value)
    },
  }
}

function eachRate(
  { vatBreakdown, lines, allowances, charges }: Invoice,
  see: (term: Term, category: string, rate: string | undefined, index: number) => void,
): void {
  vatBreakdown.forEach(({ category, rate }, index) => {
    see('BT-119', category, rate?.toString(), index)
  })
  lines.forEach(({ vatCategory, vatRate }, index) => {
    see('BT-152', vatCategory, vatRate?.toString(), index)
  })
  allowances.forEach(({ vatCategory, vatRate }, index) => {
    see('BT-96', vatCategory, vatRate?.toString(), index)
  })
  charges.forEach(({ vatCategory, vatRate }, index) => {
    see('BT-103', vatCategory, vatRate?.toString(), index)
  })
}

function account(id: string, provider: string, fault: string, isValid: (account: string) => boolean): Rule {
  return {
    ...{ id, severity: 'warning', terms: ['BT-84'], message: `The account {} at ${provider} ${fault}` },
    fix: 'Correct paymentMeans.bankAccount',
    check: (invoice, breach) => {
      const { payment } = invoice
      if (payment === undefined || !sellerIsIn(invoice, 'SE') || normalised(payment.meansCode) !== '30') return
      payment.transfers.forEach(({ account, serviceProvider }, index) => {
        if (account === undefined || normalised(serviceProvider ?? '') !== provider) return
        if (!isValid(normalised(account))) breach('BT-84', index, account)
      })
    },
  }
}

function means(id: string, codes: readonly string[], what: string, applies: (invoice: Invoice) => boolean): Rule {
  return {
    ...{
      id,
      severity: 'warning',
      terms: ['BT-81'],
      message: `The means of payment {} is not the usual one for ${what}`,
    },
    fix: 'Use 30, with SE:BANKGIRO or SE:PLUSGIRO as BIC where it applies',
    check: (invoice, breach) => {
      const code = invoice.payment?.meansCode
      if (code !== undefined && codes.includes(code) && applies(invoice)) breach('BT-81', undefined, code)
    },
  }
}
