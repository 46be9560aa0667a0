import type { Language } from '../../domain/language.js'
import { discountInWords, partInWords, retentionInWords } from '../../einvoice/payment/payment-words.js'
import { paymentPlanIn } from '../../einvoice/payment/skonto.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import type { Period } from '../../einvoice/model/basics.js'
import type { Contact, Party } from '../../einvoice/model/parties.js'
import type { PaymentInstructions } from '../../einvoice/model/settlement.js'
import { inSentences, type Writer } from './amounts.js'
import { italianMeans } from './labels/italian-codes.js'
import type { Labels, Term } from './labels/labels.js'
import { officialStatus } from './labels/statements.js'
import { taxPointInWords } from './labels/tax-words.js'
import { titleOf } from './labels/titles.js'
import type { Fact } from '../../countries/printed.js'
import type { Sheet } from './sheet.js'
import { addressOfNetwork, identifierOf, inGroups, numbersOf } from './party-numbers.js'
import { isCredit } from './standing.js'

/** The language and format of an invoice's page. */
export interface Wording {
  readonly labels: Labels
  readonly language: Language
  readonly write: Writer
}

/** The title of the document, which a country may have a word of its own for. */
export function titleOnPage({ title, invoice, language, givenType }: Sheet): string {
  return title ?? titleOf(invoice, language, givenType)
}

/** The facts next to the title. */
export function headFacts(sheet: Sheet, { labels, write }: Wording): readonly Fact[] {
  const { invoice, status, governmentNumber, country, language } = sheet
  const { delivery } = invoice
  const code = invoice.taxPointDateCode
  const taxPoint = code === undefined ? undefined : taxPointInWords(code, language)
  const official = status === null ? undefined : officialStatus(country, language, status)
  return facts(labels, [
    ['issueDate', dateOf(invoice.issueDate, write)],
    ['dueDate', dueDates(invoice, write)],
    ['deliveryDate', dateOf(delivery?.date, write)],
    ['period', periodOf(invoice.period, write)],
    ['taxPointDate', dateOf(invoice.taxPointDate, write) ?? taxPoint],
    ['currency', invoice.currency],
    ['status', status === null ? undefined : (official ?? labels.statuses[status])],
    ['governmentNumber', governmentNumber ?? undefined],
  ])
}

/** Up to so many dates stand side by side at the top of the page. */
const MOST_DATES = 3

/** When to pay; of payment in parts all days, or the first and the last. */
function dueDates(invoice: Invoice, write: Writer): string | undefined {
  const days = [...new Set(paymentPlanIn(invoice)?.parts.map(({ dueDate }) => dueDate))].sort()
  if (days.length === 0) return dateOf(invoice.paymentDueDate, write)
  const shown = days.map((day) => write.date(day))
  return days.length <= MOST_DATES ? shown.join(', ') : `${shown[0] ?? ''} – ${shown.at(-1) ?? ''}`
}

/** The references of the parties. */
export function referenceFacts({ invoice }: Sheet, { labels, write }: Wording): readonly Fact[] {
  return facts(labels, [
    ['buyerReference', invoice.buyerReference],
    ['orderReference', invoice.purchaseOrderReference],
    ['contractReference', invoice.contractReference],
    ['projectReference', invoice.projectReference],
    ['salesOrderReference', invoice.salesOrderReference],
    ['receivingAdvice', invoice.receivingAdviceReference],
    ['despatchAdvice', invoice.despatchAdviceReference],
    ['tenderReference', invoice.tenderReference],
    ['invoicedObject', identifierOf(invoice.invoicedObject)],
    ['buyerAccountingReference', invoice.buyerAccountingReference],
    ...invoice.precedingInvoices.map(
      ({ number, issueDate }) => ['precedingInvoice', joined(', ', number, dateOf(issueDate, write))] as const,
    ),
  ])
}

/** Identifiers and contact details of a party. */
export function partyFacts(
  party: Party & { readonly taxRegistration?: string | undefined },
  { labels, language }: Wording,
): readonly Fact[] {
  return [
    ...facts(labels, [['tradingName', party.tradingName]]),
    ...numbersOf(party, labels, language),
    ...facts(labels, [
      ['electronicAddress', addressOfNetwork(party.electronicAddress)],
      ...contactTerms(party.contact),
    ]),
  ]
}

function contactTerms(contact: Contact | undefined): readonly (readonly [Term, string | undefined])[] {
  return [
    ['contact', contact?.name],
    ['telephone', contact?.telephone],
    ['email', contact?.email],
  ]
}

/** Payment instructions. */
export function paymentFacts(sheet: Sheet, { labels, language, write }: Wording): readonly Fact[] {
  const { invoice } = sheet
  const { payment, paymentTerms } = invoice
  // Of what is credited nothing is paid to an account of the seller.
  const accounts = isCredit(sheet) ? undefined : payment
  const plan = paymentPlanIn(invoice)
  const sentences = inSentences(write)
  return facts(labels, [
    ['paymentMeans', payment === undefined ? undefined : meansOf(payment, labels)],
    ['remittance', payment?.remittance],
    ...(accounts?.transfers ?? []).flatMap(
      ({ account, accountName, serviceProvider }) =>
        [
          ['account', account && inGroups(account)],
          ['accountName', accountName],
          ['bic', serviceProvider],
        ] as const,
    ),
    ['card', accounts?.card?.accountNumber],
    ['cardHolder', accounts?.card?.holderName],
    ['mandate', accounts?.directDebit?.mandate],
    ['creditor', identifierOf(accounts?.directDebit?.creditor)],
    ['debitedAccount', accounts?.directDebit?.debitedAccount && inGroups(accounts.directDebit.debitedAccount)],
    ...(plan?.discounts ?? []).map(
      (each) => ['cashDiscount', discountInWords(each, invoice, language, sentences)] as const,
    ),
    ...(plan?.parts ?? []).map(
      (each, index) => ['instalment', partInWords(each, index, invoice.currency, language, sentences)] as const,
    ),
    ['retention', plan?.retention && retentionInWords(plan.retention, invoice.currency, language, sentences)],
    ['paymentTerms', plan === undefined ? paymentTerms : plan.otherTerms],
  ])
}

/** The advances that the invoice settles, each with its VAT. */
export function prepaymentFacts({ invoice, prepayments = [] }: Sheet, { labels, write }: Wording): readonly Fact[] {
  const money = (amount: number): string => write.money(Decimal.of(amount), invoice.currency)
  return facts(
    labels,
    prepayments.map(({ number, issueDate, amount, paidAt, vat }) => {
      const paid = paidAt === undefined ? undefined : `${labels.totals.paid}: ${write.date(paidAt)}`
      const taxes = vat.map(({ vatRate, vatCategory = 'S', taxableAmount, taxAmount }) => {
        const rate = joined(' ', write.percent(Decimal.of(vatRate)), vatCategory === 'S' ? undefined : vatCategory)
        return `${labels.totals.vat} ${rate ?? ''} ${labels.of} ${money(taxableAmount)}: ${money(taxAmount)}`
      })
      const what = `${number}, ${write.date(issueDate)}: ${money(amount)}`
      return ['prepayment', joined('; ', what, taxes.join('; '), paid)] as const
    }),
  )
}

/** The labels that have a value, with their values. */
export function facts(labels: Labels, terms: readonly (readonly [Term, string | undefined])[]): readonly Fact[] {
  return terms.flatMap(([term, value]) => {
    const said = value?.trim() ?? ''
    return said === '' ? [] : [{ label: labels.terms[term], value: said }]
  })
}

/** A date in the language's format. */
function dateOf(date: string | undefined, write: Writer): string | undefined {
  return date === undefined || date === '' ? undefined : write.date(date)
}

/** A period; open if an end is not set. */
export function periodOf(period: Period | undefined, write: Writer): string | undefined {
  if (period === undefined) return undefined
  const [start, end] = [dateOf(period.start, write), dateOf(period.end, write)]
  return start === undefined && end === undefined ? undefined : `${start ?? ''} – ${end ?? ''}`.trim()
}

/** Joins the present texts with a separator; undefined if there are none. */
export function joined(separator: string, ...parts: readonly (string | undefined)[]): string | undefined {
  const said = parts.filter((part) => part !== undefined && part !== '')
  return said.length === 0 ? undefined : said.join(separator)
}

function meansOf({ meansCode, meansText }: PaymentInstructions, labels: Labels): string {
  const name = labels.paymentMeans[meansCode] ?? italianMeans(meansCode) ?? meansCode
  const isSame = meansText?.trim().toLowerCase() === name.toLowerCase()
  return meansText === undefined || meansText === '' || isSame ? name : `${name}: ${meansText}`
}
