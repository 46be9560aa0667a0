import { defined } from '../../domain/defined.js'
import type { InvoiceRequest, Line } from '../../domain/request/invoice-request.js'
import { addedPreceding, namedPreceding } from '../../domain/request/preceding-invoices.js'
import type { Prepayment, PrepaymentVat } from '../../domain/request/prepayment.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import { categoryOf, rateOf } from '../../einvoice/model/vat-category.js'
import { vatGroup } from '../../einvoice/model/totals.js'
import { cutAtLast, dateFromWords, dateInWords, isDate, isNumber, numberInWords, numberOf } from './text.js'

/** The words of a line that deducts an advance. */
interface DeductionWords {
  /** Before the number of the advance invoice. */
  readonly invoice: string
  /** Between the number and the date. */
  readonly of: string
  /** Before the day of payment. */
  readonly paid: string
  /** Before the VAT. */
  readonly tax: string
  readonly date: '.' | '/'
}

/** Italian. */
export const ITALIAN_WORDS: DeductionWords = {
  invoice: 'Acconto, fattura ',
  of: ' del ',
  paid: ', pagato il ',
  tax: ', IVA ',
  date: '/',
}

/** Romanian. */
export const ROMANIAN_WORDS: DeductionWords = {
  invoice: 'Avans, factura ',
  of: ' din ',
  paid: ', încasat ',
  tax: ', TVA ',
  date: '.',
}

/**
 * A final invoice whose advances are negative lines, one for each rate of each; each is a
 * preceding invoice (BG-3), too. A request without advances is unchanged. Pure.
 */
export function deductedByLines(invoice: InvoiceRequest, words: DeductionWords): InvoiceRequest {
  const { prepayments = [], ...rest } = invoice
  if (prepayments.length === 0) return invoice
  const added = addedPreceding(invoice).flatMap((index) => {
    const each = prepayments[index]
    return each === undefined ? [] : [{ number: each.number, issueDate: each.issueDate }]
  })
  const isGross = invoice.pricesIncludeVat === true
  const [precedingInvoice, ...precedingInvoices] = [...namedPreceding(invoice), ...added]
  const alike = new Map<string, Line>()
  for (const line of invoice.lines) {
    const group = groupOf(line)
    if (!alike.has(group)) alike.set(group, line)
  }
  return {
    ...rest,
    lines: [
      ...invoice.lines,
      ...prepayments.flatMap((each) =>
        each.vat.map((vat) => ({
          ...deduction(each, vat, words, alike.get(groupOf(vat))),
          ...(isGross && { unitPrice: grossOf(vat) }),
        })),
      ),
    ],
    ...defined({ precedingInvoice }),
    ...(precedingInvoices.length > 0 && { precedingInvoices }),
  }
}

function groupOf(taxed: Pick<Line, 'vatCategory' | 'vatRate'>): string {
  return vatGroup(categoryOf(taxed), rateOf(taxed))
}

function grossOf({ taxableAmount, taxAmount }: PrepaymentVat): number {
  return Number(Decimal.of(taxableAmount).plus(Decimal.of(taxAmount)).toString())
}

/** `alike`: a line of the same category and rate, whose exemption and withholding it shares. */
function deduction(of: Prepayment, vat: PrepaymentVat, words: DeductionWords, alike: Partial<Line> = {}): Line {
  const { exemptionReason, exemptionReasonCode, withholding } = alike
  return {
    description: deductionInWords(of, vat, words),
    quantity: -1,
    unitPrice: vat.taxableAmount,
    unitCode: 'C62',
    vatRate: vat.vatRate,
    ...defined({ vatCategory: vat.vatCategory, exemptionReason, exemptionReasonCode, withholding }),
  }
}

/** For example `Acconto, fattura 12/2026 del 15/03/2026, pagato il 20/03/2026, IVA 220,00`. */
function deductionInWords(
  { number, issueDate, paidAt }: Prepayment,
  vat: PrepaymentVat,
  words: DeductionWords,
): string {
  const paid = paidAt === undefined ? '' : `${words.paid}${dateInWords(paidAt, words.date)}`
  const issued = `${words.of}${dateInWords(issueDate, words.date)}`
  return `${words.invoice}${number}${issued}${paid}${words.tax}${numberInWords(vat.taxAmount)}`
}

/**
 * The JSON of a document with the advances that its last lines deduct: the inverse of
 * `deductedByLines`. Where they would not become these lines again, it is unchanged.
 * @param shown the lines and references of the document of a request, for comparison
 */
export function readDeductions(
  request: InvoiceRequest,
  words: DeductionWords,
  shown: (request: InvoiceRequest) => string,
): InvoiceRequest {
  const prepayments: Prepayment[] = []
  let count = request.lines.length
  // An invoice has at least one line of its own.
  while (count > 1) {
    const line = request.lines[count - 1]
    const read = line && deductionFromLine(line, words)
    if (read === undefined) break
    const [next] = prepayments
    if (next?.number === read.number && next.issueDate === read.issueDate) prepayments[0] = joined(read, next)
    else prepayments.unshift(read)
    count -= 1
  }
  if (prepayments.length === 0) return request
  const settled = new Set(prepayments.map(({ number }) => number))
  const [precedingInvoice, ...precedingInvoices] = namedPreceding(request).filter(({ number }) => !settled.has(number))
  const found: InvoiceRequest = { ...request, lines: request.lines.slice(0, count), prepayments }
  for (const name of ['precedingInvoice', 'precedingInvoices'] as const) Reflect.deleteProperty(found, name)
  const whole = {
    ...found,
    ...defined({ precedingInvoice }),
    ...(precedingInvoices.length > 0 && { precedingInvoices }),
  }
  return shown(whole) === shown(request) ? whole : request
}

/** One advance of two of its rates. */
function joined(one: Prepayment, other: Prepayment): Prepayment {
  const amount = Decimal.of(one.amount).plus(Decimal.of(other.amount))
  return { ...one, amount: Number(amount.toString()), vat: [...one.vat, ...other.vat] }
}

function deductionFromLine(line: Line, words: DeductionWords): Prepayment | undefined {
  const { description, quantity, unitPrice, vatRate, vatCategory } = line
  const [said, tax] = cutAtLast(description, words.tax)
  if (quantity !== -1 || tax === undefined || !isNumber(tax) || !said.startsWith(words.invoice)) return undefined
  const [unpaid, paid] = cutAtLast(said, words.paid)
  const isPaid = paid !== undefined && isDate(paid, words.date)
  const [named, issued] = cutAtLast(isPaid ? unpaid : said, words.of)
  if (issued === undefined || !isDate(issued, words.date)) return undefined
  const taxAmount = numberOf(tax)
  return {
    number: named.slice(words.invoice.length),
    issueDate: dateFromWords(issued, words.date),
    amount: Number(Decimal.of(unitPrice).plus(Decimal.of(taxAmount)).toString()),
    ...(isPaid && { paidAt: dateFromWords(paid, words.date) }),
    vat: [
      {
        vatRate,
        ...(vatCategory !== undefined && vatCategory !== 'S' && { vatCategory }),
        taxableAmount: unitPrice,
        taxAmount,
      },
    ],
  }
}
