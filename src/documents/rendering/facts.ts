import type { Language } from '../../domain/language.js'
import { discountInWords, partInWords, retentionInWords } from '../../einvoice/payment/payment-words.js'
import { paymentPlanIn } from '../../einvoice/payment/skonto.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import type { Identifier, Period } from '../../einvoice/model/basics.js'
import type { Address, Contact, Party } from '../../einvoice/model/parties.js'
import type { PaymentInstructions } from '../../einvoice/model/settlement.js'
import type { Writer } from './amounts.js'
import type { Labels, Term } from './labels/labels.js'
import { officialStatus } from './labels/statements.js'
import type { Fact } from '../../countries/printed.js'
import type { Sheet } from './sheet.js'
import { isCredit } from './standing.js'

/** The language and format of an invoice's page. */
export interface Wording {
  readonly labels: Labels
  readonly language: Language
  readonly write: Writer
}

/** The facts next to the title. */
export function headFacts(sheet: Sheet, { labels, write }: Wording): readonly Fact[] {
  const { invoice, status, governmentNumber, country, language } = sheet
  const { delivery } = invoice
  const official = status === null ? undefined : officialStatus(country, language, status)
  return facts(labels, [
    ['issueDate', dateOf(invoice.issueDate, write)],
    ['dueDate', dateOf(invoice.paymentDueDate, write)],
    ['deliveryDate', dateOf(delivery?.date, write)],
    ['period', periodOf(invoice.period, write)],
    ['taxPointDate', dateOf(invoice.taxPointDate, write) ?? invoice.taxPointDateCode],
    ['currency', invoice.currency],
    ['status', status === null ? undefined : (official ?? labels.statuses[status])],
    ['governmentNumber', governmentNumber ?? undefined],
  ])
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
  { labels }: Wording,
): readonly Fact[] {
  return facts(labels, [
    ['tradingName', party.tradingName],
    ['vatNumber', party.vatIdentifier],
    ['taxNumber', party.taxRegistration],
    ['legalRegistration', identifierOf(party.legalRegistration)],
    ...party.identifiers.map((identifier) => ['identifier', identifierOf(identifier)] as const),
    ['electronicAddress', identifierOf(party.electronicAddress)],
    ...contactTerms(party.contact),
  ])
}

function contactTerms(contact: Contact | undefined): readonly (readonly [Term, string | undefined])[] {
  return [
    ['contact', contact?.name],
    ['telephone', contact?.telephone],
    ['email', contact?.email],
  ]
}

/** Payment instructions. */
export function paymentFacts(sheet: Sheet, { labels, language }: Wording): readonly Fact[] {
  const { invoice } = sheet
  const { payment, paymentTerms } = invoice
  // Of what is credited nothing is paid to an account of the seller.
  const accounts = isCredit(sheet) ? undefined : payment
  const plan = paymentPlanIn(invoice)
  return facts(labels, [
    ['paymentMeans', payment === undefined ? undefined : meansOf(payment, labels)],
    ['remittance', payment?.remittance],
    ...(accounts?.transfers ?? []).flatMap(
      ({ account, accountName, serviceProvider }) =>
        [
          ['account', inGroups(account)],
          ['accountName', accountName],
          ['bic', serviceProvider],
        ] as const,
    ),
    ['card', accounts?.card?.accountNumber],
    ['cardHolder', accounts?.card?.holderName],
    ['mandate', accounts?.directDebit?.mandate],
    ['creditor', identifierOf(accounts?.directDebit?.creditor)],
    ['debitedAccount', inGroups(accounts?.directDebit?.debitedAccount)],
    ...(plan?.discounts ?? []).map((each) => ['cashDiscount', discountInWords(each, invoice, language)] as const),
    ...(plan?.parts ?? []).map(
      (each, index) => ['instalment', partInWords(each, index, invoice.currency, language)] as const,
    ),
    ['retention', plan?.retention && retentionInWords(plan.retention, invoice.currency, language)],
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

/** Data about the document for its processing. */
export function documentFacts({ invoice }: Sheet, { labels }: Wording): readonly Fact[] {
  return facts(labels, [
    ['businessProcess', invoice.businessProcess],
    ['specification', invoice.specification],
  ])
}

/** An address as on a letter, line by line. */
export function addressLines(address: Address | undefined, { write }: Wording): readonly string[] {
  if (address === undefined) return []
  const { line1, line2, line3, postCode, city, subdivision, country } = address
  const lines = [line1, line2, line3, joined(' ', postCode, city), subdivision, write.country(country)]
  return lines.filter((line): line is string => line !== undefined && line !== '')
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

/** An identifier with its scheme. */
export function identifierOf(identifier: Identifier | undefined): string | undefined {
  if (identifier === undefined) return undefined
  const { value, scheme } = identifier
  return scheme === undefined || scheme === '' ? value : `${value} (${scheme})`
}

/** Joins the present texts with a separator; undefined if there are none. */
export function joined(separator: string, ...parts: readonly (string | undefined)[]): string | undefined {
  const said = parts.filter((part) => part !== undefined && part !== '')
  return said.length === 0 ? undefined : said.join(separator)
}

function meansOf({ meansCode, meansText }: PaymentInstructions, labels: Labels): string {
  const name = labels.paymentMeans[meansCode] ?? meansCode
  return meansText === undefined || meansText === '' ? name : `${name}: ${meansText}`
}

/** An IBAN in its printed form (ISO 13616): in groups of four. */
function inGroups(account: string | undefined): string | undefined {
  if (account === undefined || !/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account)) return account
  return account.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
