import { isBlank, normalised, type Rule, type Term } from '../../../einvoice/rules/rule.js'
import type { Invoice } from '../../../einvoice/model.js'
import { CIUS_RO } from '../profile.js'

/** Invoice types that Romania admits, UNTDID 1001. */
const INVOICE_TYPES: ReadonlySet<string> = new Set(['380', '384', '389', '751'])
const CREDIT_NOTE_TYPES: ReadonlySet<string> = new Set(['381'])
const TAX_POINT_DATES: ReadonlySet<string> = new Set(['3', '35', '432'])
const TAXED: ReadonlySet<string> = new Set(['S', 'Z', 'E', 'AE', 'K', 'G', 'L', 'M'])

/** BR-RO-001 to BR-RO-065, BR-RO-120 and the dates: number, type, currency and tax numbers. */
export const IDENTITY_RULES: readonly Rule[] = [
  {
    id: 'BR-RO-001',
    terms: ['BT-24'],
    message: 'The specification {} is not CIUS-RO 1.0.1',
    fix: `Use ${CIUS_RO.specification}`,
    check: ({ specification }, breach) => {
      if (specification !== CIUS_RO.specification) breach('BT-24', undefined, specification)
    },
  },
  {
    id: 'BR-RO-010',
    terms: ['BT-1'],
    message: 'The invoice number {} has no digit',
    fix: 'Give a number (or externalId) that contains at least one digit',
    check: ({ number }, breach) => {
      if (!/[0-9]/.test(number)) breach('BT-1', undefined, number)
    },
  },
  {
    id: 'BR-RO-020_1',
    terms: ['BT-3'],
    message: 'The invoice type {} is not one that Romania admits',
    fix: 'Use 380, 384, 389 or 751 for an invoice',
    check: ({ kind, typeCode }, breach) => {
      if (kind === 'invoice' && !INVOICE_TYPES.has(normalised(typeCode))) breach('BT-3', undefined, typeCode)
    },
  },
  {
    id: 'BR-RO-020_2',
    terms: ['BT-3'],
    message: 'The credit note type {} is not the one that Romania admits',
    fix: 'Use 381 for a credit note',
    check: ({ kind, typeCode }, breach) => {
      if (kind === 'creditNote' && !CREDIT_NOTE_TYPES.has(normalised(typeCode))) breach('BT-3', undefined, typeCode)
    },
  },
  {
    id: 'BR-RO-030',
    terms: ['BT-6', 'BT-5'],
    message: 'The invoice is not in RON, and VAT is not accounted for in RON but in {}',
    fix: 'Set the VAT accounting currency to RON',
    check: ({ currency, taxCurrency }, breach) => {
      if (currency !== 'RON' && taxCurrency !== 'RON') breach('BT-6', undefined, taxCurrency)
    },
  },
  {
    id: 'BR-RO-040',
    terms: ['BT-8'],
    message: 'The tax point date code {} is not one that Romania admits',
    fix: 'Use 3 (issue date), 35 (delivery) or 432 (payment)',
    check: ({ taxPointDateCode }, breach) => {
      if (taxPointDateCode !== undefined && !TAX_POINT_DATES.has(normalised(taxPointDateCode)))
        breach('BT-8', undefined, taxPointDateCode)
    },
  },
  {
    id: 'BR-RO-065',
    terms: ['BT-31', 'BT-32', 'BT-63'],
    message: 'The seller has neither a VAT identifier nor a tax registration',
    fix: 'Give supplier.vatNumber',
    check: (invoice, breach) => {
      const { seller, taxRepresentative } = invoice
      const numbers = [seller.vatIdentifier, seller.taxRegistration, taxRepresentative?.vatIdentifier]
      if (isTaxed(invoice) && numbers.every((number) => isBlank(number))) breach('BT-31')
    },
  },
  {
    id: 'BR-RO-120',
    terms: ['BT-48', 'BT-47'],
    message: 'The buyer has neither a VAT identifier nor a registration',
    fix: 'Give customer.vatNumber',
    check: (invoice, breach) => {
      const { buyer } = invoice
      if (isTaxed(invoice) && isBlank(buyer.vatIdentifier) && buyer.legalRegistration === undefined) breach('BT-48')
    },
  },
  ...[
    date('BR-RO-DT001', 'BT-2', ({ issueDate }) => [issueDate === '' ? undefined : issueDate]),
    date('BR-RO-DT002', 'BT-7', ({ taxPointDate }) => [taxPointDate]),
    date('BR-RO-DT003', 'BT-9', ({ kind, paymentDueDate }) => [kind === 'invoice' ? paymentDueDate : undefined]),
    date('BR-RO-DT003_CN', 'BT-9', ({ kind, paymentDueDate }) => [kind === 'creditNote' ? paymentDueDate : undefined]),
    date('BR-RO-DT004', 'BT-72', ({ delivery }) => [delivery?.date]),
    date('BR-RO-DT005', 'BT-73', ({ period }) => [period?.start]),
    date('BR-RO-DT005', 'BT-134', ({ lines }) => lines.map(({ period }) => period?.start)),
    date('BR-RO-DT006', 'BT-74', ({ period }) => [period?.end]),
    date('BR-RO-DT006', 'BT-135', ({ lines }) => lines.map(({ period }) => period?.end)),
  ],
]

function isTaxed({ lines, allowances, charges }: Invoice): boolean {
  return [...lines, ...allowances, ...charges].some(({ vatCategory }) => TAXED.has(vatCategory))
}

function date(id: string, term: Term, dates: (invoice: Invoice) => readonly (string | undefined)[]): Rule {
  return {
    ...{ id, terms: [term], message: 'The date {} is not of the form YYYY-MM-DD', fix: 'Write dates as YYYY-MM-DD' },
    check: (invoice, breach) => {
      dates(invoice).forEach((each, index) => {
        if (each !== undefined && !isDate(each)) breach(term, index, each)
      })
    },
  }
}

/** A day of the calendar as `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (year === undefined) return false
  const last = Number(month) === 2 && isLeap(Number(year)) ? 29 : (DAYS[Number(month) - 1] ?? 0)
  return Number(day) >= 1 && Number(day) <= last
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}
