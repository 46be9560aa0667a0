import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { Prepayment } from '../../domain/request/prepayment.js'
import { Decimal } from '../model/decimal.js'
import type { Invoice } from '../model/invoice-model.js'
import type { Judgement } from './judgement.js'
import { RequestFindings } from './request-findings.js'

/** The rules on the advances that a final invoice settles. `{}` stands for the figures. */
const RULES = {
  EXCEEDED: {
    id: 'CW-PREPAYMENTS',
    severity: 'fatal',
    terms: ['BT-113', 'BT-112'],
    message: 'The advances exceed the total of the invoice: {}',
    fix: 'Correct the advances (prepayments), or send the whole performance as lines, from which the advances are deducted; an overpayment is refunded by a credit note for the advance invoice',
  },
  AMOUNT: {
    id: 'CW-PREPAYMENT-AMOUNT',
    severity: 'fatal',
    terms: ['BT-113'],
    message: 'The amount of an advance is not the sum of its taxable amounts and its VAT: {}',
    fix: 'Give the total of the advance invoice with VAT (prepayments[].amount) and its VAT by rate (prepayments[].vat), as the advance invoice states them',
  },
  VAT: {
    id: 'CW-PREPAYMENT-VAT',
    severity: 'warning',
    terms: ['BT-117', 'BT-119'],
    message: 'The VAT of an advance is not its rate of the taxable amount: {}',
    fix: 'Give rate, taxable amount and VAT (prepayments[].vat) as the advance invoice states them',
  },
  TWICE: {
    id: 'CW-PREPAYMENT-TWICE',
    severity: 'fatal',
    terms: ['BT-25'],
    message: 'The advance invoice {} is deducted twice',
    fix: 'Name each advance invoice (prepayments[].number) once, with all its VAT rates in prepayments[].vat',
  },
} as const

/** All of them, in the order of the reference. */
export const PREPAYMENT_RULES = [RULES.EXCEEDED, RULES.AMOUNT, RULES.VAT, RULES.TWICE] as const

type Breach = (rule: (typeof PREPAYMENT_RULES)[number], path: string, message: string) => void

/** The VAT of an advance may be the sum of rounded lines. */
const TOLERANCE = Decimal.of('0.02')

/** Judges the advances that the caller names. Pure; linear in them. */
export function judgePrepayments({ prepayments }: InvoiceRequest, invoice: Invoice): Judgement {
  if (prepayments === undefined) return { valid: true, findings: [], findingsTotal: 0, rulesChecked: 0 }
  const found = new RequestFindings()
  const breach: Breach = (rule, path, message) => {
    found.report(rule, rule.terms[0], path, message)
  }
  const { withVat = Decimal.zero, paid = Decimal.zero } = invoice.totals
  const left = withVat.minus(paid)
  const sum = Decimal.sum(prepayments.map(({ amount }) => Decimal.of(amount)))
  if (left.compare(Decimal.zero) < 0)
    breach(
      RULES.EXCEEDED,
      'prepayments',
      `The advances are ${sum.toAtLeast(2)}, which exceeds the total of the invoice by ${left.abs().toAtLeast(2)}`,
    )
  const numbers = new Set<string>()
  prepayments.forEach((each, index) => {
    const at = `prepayments[${index}]`
    judgeAmounts(each, at, breach)
    if (numbers.has(each.number))
      breach(RULES.TWICE, `${at}.number`, `The advance invoice ${each.number} is deducted twice`)
    numbers.add(each.number)
  })
  return found.judgement(PREPAYMENT_RULES.length)
}

function judgeAmounts({ amount, vat }: Prepayment, at: string, breach: Breach): void {
  const sum = Decimal.sum(vat.flatMap((each) => [Decimal.of(each.taxableAmount), Decimal.of(each.taxAmount)]))
  if (!sum.equals(Decimal.of(amount)))
    breach(
      RULES.AMOUNT,
      `${at}.amount`,
      `\`${at}.amount\` is ${Decimal.of(amount).toAtLeast(2)}, but its taxable amounts and VAT are ${sum.toAtLeast(2)}`,
    )
  vat.forEach(({ vatRate, taxableAmount, taxAmount }, place) => {
    const computed = Decimal.of(vatRate).percentOf(Decimal.of(taxableAmount)).round(2)
    if (computed.minus(Decimal.of(taxAmount)).abs().compare(TOLERANCE) > 0)
      breach(
        RULES.VAT,
        `${at}.vat[${place}].taxAmount`,
        `\`${at}.vat[${place}].taxAmount\` is ${Decimal.of(taxAmount).toAtLeast(2)}, but ${vatRate} percent of ${Decimal.of(taxableAmount).toAtLeast(2)} are ${computed.toAtLeast(2)}`,
      )
  })
}
