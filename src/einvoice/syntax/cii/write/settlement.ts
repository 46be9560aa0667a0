import { daysBetween } from '../../../../domain/calendar.js'
import type { Invoice } from '../../../model/invoice-model.js'
import { discountAmount, instalmentsOf, type Instalment, type PaymentPlan } from '../../../model/payment-plan.js'
import type { CreditTransfer, DocumentTotals, PaymentInstructions } from '../../../model/settlement.js'
import {
  writeCiiAllowanceCharge,
  writeCiiAmount,
  writeCiiDate,
  writeCiiPeriod,
  writeCiiTax,
  type CiiTax,
} from './elements.js'
import { writeCiiParty, writeCiiPayee } from './parties.js'
import { ciiTaxPointDateCode } from '../read/elements.js'
import type { DocumentSink } from '../../document-sink.js'
import type { ExemptionOf } from '../../repeated-exemptions.js'

/**
 * The settlement part: currencies, payee, payment, taxes, allowances, terms, totals and preceding
 * invoices.
 */
export function writeCiiSettlement(xml: DocumentSink, invoice: Invoice, exemptionOf: ExemptionOf): void {
  const { payment } = invoice
  xml.group('ram:ApplicableHeaderTradeSettlement', () => {
    xml.text('ram:CreditorReferenceID', payment?.directDebit?.creditor?.value)
    xml.text('ram:PaymentReference', payment?.remittance)
    xml.text('ram:TaxCurrencyCode', invoice.taxCurrency)
    xml.text('ram:InvoiceCurrencyCode', invoice.currency)
    const { invoicer, invoicee, payer } = invoice.frenchParties ?? {}
    writeCiiParty(xml, 'ram:InvoicerTradeParty', invoicer)
    writeCiiParty(xml, 'ram:InvoiceeTradeParty', invoicee)
    writeCiiPayee(xml, invoice.payee)
    writeCiiParty(xml, 'ram:PayerTradeParty', payer)
    if (payment !== undefined) writeMeans(xml, payment)
    taxes(invoice).forEach((tax, index) => {
      writeCiiTax(xml, 'ram:ApplicableTradeTax', tax, invoice.vatBreakdown[index])
    })
    writeCiiPeriod(xml, invoice.period)
    for (const allowance of invoice.allowances) writeCiiAllowanceCharge(xml, allowance, false, exemptionOf)
    for (const charge of invoice.charges) writeCiiAllowanceCharge(xml, charge, true, exemptionOf)
    writeTerms(xml, invoice)
    writeDiscounts(xml, invoice)
    writeTotals(xml, invoice.totals, invoice)
    for (const preceding of invoice.precedingInvoices)
      xml.group(
        'ram:InvoiceReferencedDocument',
        () => {
          xml.text('ram:IssuerAssignedID', preceding.number)
          writeCiiDate(xml, 'ram:FormattedIssueDateTime', preceding.issueDate, 'qdt:DateTimeString')
        },
        undefined,
        preceding,
      )
    xml.group('ram:ReceivableSpecifiedTradeAccountingAccount', () => {
      xml.text('ram:ID', invoice.buyerAccountingReference)
    })
  })
}

/** BT-20 and BT-9; in the profiles EXTENDED one group for each part of the payment. */
function writeTerms(xml: DocumentSink, invoice: Invoice): void {
  const { payment, paymentPlan, specification, paymentTerms, paymentDueDate } = invoice
  const isExtended = specification.includes('extended-ctc-fr') || paymentPlan?.hasTerms === true
  const parts = isExtended && paymentPlan !== undefined ? termsOf(paymentPlan, invoice) : []
  const [first, ...others] = parts.length > 1 ? parts : [{ dueDate: paymentDueDate, amount: undefined }]
  xml.group('ram:SpecifiedTradePaymentTerms', () => {
    xml.text('ram:Description', paymentTerms)
    writeCiiDate(xml, 'ram:DueDateDateTime', first?.dueDate)
    xml.text('ram:DirectDebitMandateID', payment?.directDebit?.mandate)
    writeCiiAmount(xml, 'ram:PartialPaymentAmount', first?.amount)
  })
  for (const { dueDate, amount } of others)
    xml.group('ram:SpecifiedTradePaymentTerms', () => {
      writeCiiDate(xml, 'ram:DueDateDateTime', dueDate)
      writeCiiAmount(xml, 'ram:PartialPaymentAmount', amount)
    })
}

/** The payments, each of which has a day; one without a day is in the text alone. */
function termsOf(plan: PaymentPlan, { totals, paymentDueDate }: Invoice): readonly Instalment[] {
  const all = instalmentsOf(plan, totals.due, paymentDueDate)
  return all.every(({ dueDate }) => dueDate !== undefined) ? all : plan.parts
}

/** BG-23. BT-7 is allowed in one tax only (CII-SR-461), and BT-8 is written there as well. */
function taxes(invoice: Invoice): CiiTax[] {
  const { taxPointDate, taxPointDateCode } = invoice
  const pointDateCode = taxPointDateCode === undefined ? undefined : ciiTaxPointDateCode(taxPointDateCode)
  return invoice.vatBreakdown.map((entry, index) =>
    index === 0 ? { ...entry, pointDate: taxPointDate, pointDateCode } : entry,
  )
}

/** BG-16: one means for each account. */
function writeMeans(xml: DocumentSink, payment: PaymentInstructions): void {
  const transfers = payment.transfers.length === 0 ? [undefined] : payment.transfers
  for (const [index, transfer] of transfers.entries())
    xml.group('ram:SpecifiedTradeSettlementPaymentMeans', () => {
      xml.text('ram:TypeCode', payment.meansCode)
      xml.text('ram:Information', payment.meansText)
      if (index === 0) writePayersMeans(xml, payment)
      if (transfer !== undefined) writeTransfer(xml, transfer)
    })
}

/** BG-18 and BT-91. */
function writePayersMeans(xml: DocumentSink, { card, directDebit }: PaymentInstructions): void {
  xml.group('ram:ApplicableTradeSettlementFinancialCard', () => {
    xml.text('ram:ID', card?.accountNumber)
    xml.text('ram:CardholderName', card?.holderName)
  })
  xml.group('ram:PayerPartyDebtorFinancialAccount', () => {
    xml.text('ram:IBANID', directDebit?.debitedAccount)
  })
}

/** ISO 13616: country, check digits, 11 to 30 characters. */
const IBAN = /^[A-Za-z]{2}\d{2}[A-Za-z0-9 ]{11,38}$/

/** BG-17: CII distinguishes an IBAN from a national account number. */
function writeTransfer(xml: DocumentSink, { account, accountName, serviceProvider }: CreditTransfer): void {
  const isIban = account !== undefined && IBAN.test(account)
  xml.group('ram:PayeePartyCreditorFinancialAccount', () => {
    if (isIban) xml.text('ram:IBANID', account)
    xml.text('ram:AccountName', accountName)
    if (!isIban) xml.text('ram:ProprietaryID', account)
  })
  xml.group('ram:PayeeSpecifiedCreditorFinancialInstitution', () => {
    xml.text('ram:BICID', serviceProvider)
  })
}

/**
 * Cash discounts of EXTENDED, each in terms of its own, in days from the issue date: a due date
 * beside it would be taken for that of the invoice (BT-9).
 */
function writeDiscounts(xml: DocumentSink, { paymentPlan, issueDate, totals }: Invoice): void {
  if (paymentPlan?.hasTerms !== true) return
  for (const discount of paymentPlan.discounts)
    xml.group('ram:SpecifiedTradePaymentTerms', () => {
      xml.group('ram:ApplicableTradePaymentDiscountTerms', () => {
        const { days = daysBetween(issueDate, discount.until), percentage, baseAmount } = discount
        writeCiiDate(xml, 'ram:BasisDateTime', issueDate)
        xml.text('ram:BasisPeriodMeasure', String(days), { unitCode: 'DAY' })
        writeCiiAmount(xml, 'ram:BasisAmount', baseAmount ?? totals.due)
        xml.number('ram:CalculationPercent', percentage, 0)
        writeCiiAmount(xml, 'ram:ActualDiscountAmount', discountAmount(discount, totals.due))
      })
    })
}

/** BG-22. */
function writeTotals(xml: DocumentSink, totals: DocumentTotals, { currency, taxCurrency }: Invoice): void {
  xml.group('ram:SpecifiedTradeSettlementHeaderMonetarySummation', () => {
    writeCiiAmount(xml, 'ram:LineTotalAmount', totals.lineNet)
    writeCiiAmount(xml, 'ram:ChargeTotalAmount', totals.charges)
    writeCiiAmount(xml, 'ram:AllowanceTotalAmount', totals.allowances)
    writeCiiAmount(xml, 'ram:TaxBasisTotalAmount', totals.withoutVat)
    writeCiiAmount(xml, 'ram:TaxTotalAmount', totals.vat, currency)
    writeCiiAmount(xml, 'ram:TaxTotalAmount', totals.vatInTaxCurrency, taxCurrency)
    writeCiiAmount(xml, 'ram:RoundingAmount', totals.rounding)
    writeCiiAmount(xml, 'ram:GrandTotalAmount', totals.withVat)
    writeCiiAmount(xml, 'ram:TotalPrepaidAmount', totals.paid)
    writeCiiAmount(xml, 'ram:DuePayableAmount', totals.due)
  })
}
