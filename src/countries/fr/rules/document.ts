import type { Invoice } from '../../../einvoice/model.js'
import { normalised, type Rule, type Term } from '../../../einvoice/rules/rule.js'
import { characters, type Syntax } from './syntax.js'

/** BR-FR-04, UNTDID 1001. */
export const TYPES: ReadonlySet<string> = new Set(
  '380 389 393 501 386 500 384 471 472 473 261 262 381 396 502 503'.split(' '),
)
/** BR-FR-08. */
export const BUSINESS_PROCESSES: ReadonlySet<string> = new Set(
  'B1 S1 M1 B2 S2 M2 S3 B4 S4 M4 S5 S6 B7 S7 B8 S8 M8 B9 S9 M9'.split(' '),
)
/** Corrected invoices, UNTDID 1001. */
export const CORRECTED: ReadonlySet<string> = new Set(['384', '471', '472', '473'])
export const CREDIT_NOTES: ReadonlySet<string> = new Set(['261', '381', '396', '502', '503'])
export const DOWN_PAYMENTS: ReadonlySet<string> = new Set(['386', '500', '503'])
/** Business processes of what is already paid. */
export const PAID: ReadonlySet<string> = new Set(['B2', 'S2', 'M2'])
/** Business processes of final invoices after a down payment. */
export const AFTER_DOWN_PAYMENT: ReadonlySet<string> = new Set(['B4', 'S4', 'M4'])

/** BR-FR-01 to BR-FR-04, BR-FR-08 and BR-FR-CO-03 to BR-FR-CO-12: number, dates, type, business process, references and currency. */
export function documentRules(syntax: Syntax): readonly Rule[] {
  return [
    ...numberRules(syntax),
    ...dateRules(syntax),
    ...TYPE_RULES,
    ...referenceRules(syntax),
    ...paymentRules(syntax),
  ]
}

/** BR-FR-01 and BR-FR-02. */
function numberRules(syntax: Syntax): readonly Rule[] {
  return [
    ...numberRule('BT-1', syntax, 'The invoice number', 'number (or externalId)', ({ number }) => [number]),
    ...numberRule('BT-25', syntax, 'The number of the preceding invoice', 'precedingInvoice.number', (invoice) =>
      invoice.precedingInvoices.map(({ number }) => number),
    ),
  ]
}

function numberRule(
  term: Term,
  syntax: Syntax,
  what: string,
  field: string,
  numbers: (invoice: Invoice) => readonly string[],
): readonly Rule[] {
  const rule = (id: string, message: string, fix: string, isRight: (number: string) => boolean): Rule => ({
    ...{ id, terms: [term], message, fix },
    check: (invoice, breach) => {
      numbers(invoice).forEach((number, index) => {
        if (!isRight(number)) breach(term, index, number)
      })
    },
  })
  const wrong = `${what} {} has characters other than letters, digits and + - _ /`
  const fix = `Write ${field} with unaccented letters, digits and + - _ / only, without spaces`
  return [
    rule(
      syntax === 'ubl' ? `BR-FR-01_${term}-1` : `BR-FR-01_${term}`,
      `${what} {} is longer than 35 characters`,
      `Give a ${field} of at most 35 characters`,
      (number) => characters(number) <= 35,
    ),
    // The artefact for UBL has the same test under two ids.
    ...(syntax === 'ubl' ? [rule(`BR-FR-01_${term}-2`, wrong, fix, isInvoiceNumber)] : []),
    rule(`BR-FR-02_${term}`, wrong, fix, isInvoiceNumber),
  ]
}

/** BR-FR-02. The artefact looks for spaces in the text and for all else in the text without the white space around it. */
export function isInvoiceNumber(text: string): boolean {
  return /^[A-Za-z0-9+\-_/]+$/.test(normalised(text)) && !text.includes(' ')
}

/** BR-FR-03. */
function dateRules(syntax: Syntax): readonly Rule[] {
  const [lineStart, lineEnd] = syntax === 'ubl' ? ['BT-134', 'BT-135'] : ['EXT-FR-FE-134', 'EXT-FR-FE-135']
  return [
    dateRule('BT-2', 'BT-2', ({ issueDate }) => [issueDate === '' ? undefined : issueDate]),
    dateRule('BT-7', 'BT-7', ({ taxPointDate }) => [taxPointDate]),
    // A UBL credit note has its due date where the artefact does not look.
    dateRule('BT-9', 'BT-9', ({ kind, paymentDueDate }) => [
      syntax === 'ubl' && kind === 'creditNote' ? undefined : paymentDueDate,
    ]),
    dateRule('BT-26', 'BT-26', ({ precedingInvoices }) => precedingInvoices.map(({ issueDate }) => issueDate)),
    dateRule('BT-72', 'BT-72', ({ delivery }) => [delivery?.date]),
    dateRule('BT-73', 'BT-73', ({ period }) => [period?.start]),
    dateRule('BT-74', 'BT-74', ({ period }) => [period?.end]),
    dateRule(lineStart, 'BT-134', ({ lines }) => lines.map(({ period }) => period?.start)),
    dateRule(lineEnd, 'BT-135', ({ lines }) => lines.map(({ period }) => period?.end)),
  ]
}

function dateRule(suffix: string, term: Term, dates: (invoice: Invoice) => readonly (string | undefined)[]): Rule {
  return {
    ...{ id: `BR-FR-03_${suffix}`, terms: [term] },
    message: 'The date {} is no day of the years 2000 to 2099 written as YYYY-MM-DD',
    fix: 'Write dates as YYYY-MM-DD, and check the year',
    check: (invoice, breach) => {
      dates(invoice).forEach((date, index) => {
        if (date !== undefined && !isDay(date)) breach(term, index, date)
      })
    },
  }
}

/** BR-FR-03: a day of the years 2000 to 2099. */
export function isDay(text: string): boolean {
  const [, month, day] = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.exec(text) ?? []
  if (month === undefined) return false
  const lastDay = new Date(Date.UTC(Number(text.slice(0, 4)), Number(month), 0)).getUTCDate()
  return Number(day) <= lastDay
}

/** BR-FR-04, BR-FR-08 and BR-FR-CO-08. */
const TYPE_RULES: readonly Rule[] = [
  {
    id: 'BR-FR-04_BT-3',
    terms: ['BT-3'],
    message: 'The document type {} is not one that France admits',
    fix: 'Use 380 for an invoice, 384 for a corrected one, 381 for a credit note',
    check: ({ typeCode }, breach) => {
      if (typeCode !== '' && !TYPES.has(typeCode)) breach('BT-3', undefined, typeCode)
    },
  },
  {
    id: 'BR-FR-08_BT-23',
    terms: ['BT-23'],
    message: 'The business process {} is not one of the French reform',
    fix: 'Use B1 for goods, S1 for services, M1 for both, or another code of XP Z12-012',
    check: ({ businessProcess }, breach) => {
      if (!BUSINESS_PROCESSES.has(businessProcess ?? '')) breach('BT-23', undefined, businessProcess)
    },
  },
  {
    id: 'BR-FR-CO-08_BT-23',
    terms: ['BT-23', 'BT-3'],
    message:
      'The business process {}, a final invoice after a down payment, does not go with an invoice for a down payment',
    fix: 'Use B1, S1 or M1 for the down payment itself',
    check: ({ businessProcess, typeCode }, breach) => {
      if (AFTER_DOWN_PAYMENT.has(businessProcess ?? '') && DOWN_PAYMENTS.has(typeCode))
        breach('BT-23', undefined, businessProcess)
    },
  },
]

/** BR-FR-CO-03 to BR-FR-CO-05. */
function referenceRules(syntax: Syntax): readonly Rule[] {
  return [
    {
      id: 'BR-FR-CO-03_BT-3',
      terms: ['BG-14', 'BT-12', 'BT-3'],
      message: 'A credit note for a global rebate (262) names no contract or no invoicing period with start and end',
      fix: 'Give the contract and the period that the rebate is for',
      check: ({ kind, typeCode, contractReference, period }, breach) => {
        if ((syntax === 'ubl' && kind === 'invoice') || typeCode !== '262') return
        if ([contractReference, period?.start, period?.end].some((text) => (text ?? '') === '')) breach('BG-14')
      },
    },
    {
      id: syntax === 'ubl' ? 'BR-FR-CO-04_BT-3' : 'BR-FR-CO-04_BT-4',
      terms: ['BG-3', 'BT-3'],
      message: 'A corrected invoice refers to {} preceding invoices instead of one',
      fix: 'Give precedingInvoice: the one invoice that is corrected',
      check: ({ kind, typeCode, precedingInvoices }, breach) => {
        if (syntax === 'ubl' && kind === 'creditNote') return
        if (CORRECTED.has(typeCode) && precedingInvoices.length !== 1)
          breach('BG-3', undefined, String(precedingInvoices.length))
      },
    },
    {
      id: 'BR-FR-CO-05_BT-3',
      terms: ['BG-3', 'BT-26', 'BT-25'],
      message: 'A credit note does not name the invoice that it corrects with number and date',
      fix: 'Give precedingInvoice with number and issueDate, or with its id if it was submitted here',
      check: ({ kind, typeCode, precedingInvoices, lines }, breach) => {
        if ((syntax === 'ubl' && kind === 'invoice') || !CREDIT_NOTES.has(typeCode)) return
        if (precedingInvoices.some(({ issueDate }) => issueDate !== undefined)) return
        // References of the lines would do as well; the lines that need one are those of detail.
        if (lines.every(({ subtype }) => subtype !== undefined && subtype !== 'DETAIL')) return
        breach(precedingInvoices.length === 0 ? 'BG-3' : 'BT-26', 0)
      },
    },
  ]
}

/** BR-FR-CO-07, BR-FR-CO-09 and BR-FR-CO-12: what is due, what is paid, in which currency. */
function paymentRules(syntax: Syntax): readonly Rule[] {
  return [
    {
      id: 'BR-FR-CO-07_BT-9',
      terms: ['BT-9', 'BT-2'],
      message: 'The due date {} lies before the issue date',
      fix: 'Give a dueDate that is not before issueDate',
      check: ({ kind, typeCode, businessProcess, paymentDueDate, issueDate }, breach) => {
        if (paymentDueDate === undefined || (syntax === 'ubl' && kind === 'creditNote')) return
        if (DOWN_PAYMENTS.has(typeCode) || PAID.has(businessProcess ?? '')) return
        if (paymentDueDate < issueDate) breach('BT-9', undefined, paymentDueDate)
      },
    },
    paid('BR-FR-CO-09_BT-23-1', 'BT-113', 'the amount paid is not the total with VAT', ({ totals }) => {
      const { paid: sum, withVat } = totals
      return sum !== undefined && withVat !== undefined && sum.equals(withVat)
    }),
    paid('BR-FR-CO-09_BT-23-2', 'BT-115', 'an amount is still due', ({ totals }) => totals.due?.isZero() ?? false),
    paid('BR-FR-CO-09_BT-23-3', 'BT-9', 'the day of payment is missing', ({ paymentDueDate }) =>
      Boolean(paymentDueDate),
    ),
    {
      id: 'BR-FR-CO-12_BT-5',
      terms: ['BT-111', 'BT-6', 'BT-5'],
      message: 'The invoice is in {}, but does not show its VAT in euro',
      fix: 'Give exchangeRate: how many euro one unit of the invoice currency is worth',
      check: ({ currency, taxCurrency, totals }, breach) => {
        if (currency === '' || currency === 'EUR') return
        if (taxCurrency !== 'EUR' || totals.vatInTaxCurrency === undefined) breach('BT-111', undefined, currency)
      },
    },
  ]
}

/** A rule of invoices that are already paid. */
function paid(id: string, term: Term, what: string, isRight: (invoice: Invoice) => boolean): Rule {
  return {
    ...{ id, terms: [term, 'BT-23'], message: `The business process {} is for what is paid, but ${what}` },
    fix: 'Use B1, S1 or M1 for what is not yet paid',
    check: (invoice, breach) => {
      const { businessProcess } = invoice
      if (PAID.has(businessProcess ?? '') && !isRight(invoice)) breach(term, undefined, businessProcess)
    },
  }
}
