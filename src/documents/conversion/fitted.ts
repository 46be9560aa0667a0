import { UNDEFINED_MEANS } from '../../countries/fr/invoice.js'
import { EXTENDED_CTC_FR_ID } from '../../countries/fr/profile.js'
import { profileFor } from '../../countries/judging/profiles.js'
import { DIRECT_DEBITS } from '../../einvoice/codes/payment-means.js'
import type { CountryCode, Syntax } from '../../domain/request/invoice-request.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import type { Identifier, Invoice } from '../../einvoice/model/invoice-model.js'
import type { PaymentPlan } from '../../einvoice/model/payment-plan.js'
import { isCountedLine } from '../../einvoice/model/line-hierarchy.js'
import type { PaymentInstructions } from '../../einvoice/model/settlement.js'
import { EN_16931, isFacturXExtended } from '../../einvoice/rules/factur-x.js'
import { CII_SCHEMA } from '../../einvoice/schema/schemas.js'

/**
 * The invoice without what the rules of the target refuse although those of another syntax accept
 * it. What is left out is missing in the result, and so is reported as a loss. A usage
 * specification that does not include the syntax (CIUS-RO, Peppol BIS in CII) becomes EN 16931.
 * @param country whose profile the result has; undefined: the one that the document names
 */
export function fitted(invoice: Invoice, to: Syntax, country: CountryCode | undefined): Invoice {
  const { seller, buyer } = invoice
  const specification = to === 'ubl' ? inUbl(invoice) : invoice.specification
  const countries = { seller: seller.address?.country ?? '', buyer: buyer.address?.country ?? '' }
  const profile = profileFor({ specification, countries, syntax: to }, { country })
  const rules = profile?.rules(to, specification)
  if (rules === undefined && specification !== EN_16931)
    return fitted({ ...invoice, specification: EN_16931 }, to, country)
  const named = countedAlone({ ...invoice, specification })
  const known = profile?.country === 'FR' ? forFrance(named, to) : named
  if (to === 'ubl') return forUbl(known)
  return forCii(withoutSameCurrency(known), {
    isD16b: (rules?.schema ?? CII_SCHEMA) === CII_SCHEMA,
    isGerman: profile?.country === 'DE',
  })
}

/** Plain EN 16931 has no lines that are not counted. */
function countedAlone(invoice: Invoice): Invoice {
  const { specification, lines } = invoice
  const isCounted = specification !== EN_16931 || lines.every(isCountedLine)
  return isCounted ? invoice : { ...invoice, lines: lines.filter(isCountedLine) }
}

/** Factur-X is CII; its level EXTENDED is EXTENDED-CTC-FR in French documents of both syntaxes. */
function inUbl({ specification, seller, buyer }: Invoice): string {
  if (!isFacturXExtended(specification)) return specification
  const isFrench = [seller, buyer].every(({ address }) => address?.country === 'FR')
  return isFrench ? EXTENDED_CTC_FR_ID : EN_16931
}

/**
 * The rules of France want a scheme of every identifier in UBL, and of a `ram:GlobalID` alone in
 * CII (BR-FR-CO-10); in UBL they do not see the due date of a credit note (BR-FR-CO-07).
 */
function forFrance(invoice: Invoice, to: Syntax): Invoice {
  const { kind, issueDate, paymentDueDate = '', seller, buyer, payee, delivery, frenchParties } = invoice
  if (to === 'cii')
    return kind === 'creditNote' && paymentDueDate < issueDate ? { ...invoice, paymentDueDate: undefined } : invoice
  return {
    ...invoice,
    seller: withSchemes(seller),
    buyer: withSchemes(buyer),
    payee: payee && { ...payee, identifier: withScheme(payee.identifier) },
    delivery: delivery && { ...delivery, location: withScheme(delivery.location) },
    frenchParties:
      frenchParties &&
      Object.fromEntries(Object.entries(frenchParties).map(([name, party]) => [name, party && withSchemes(party)])),
  }
}

function withSchemes<T extends { readonly identifiers: readonly Identifier[] }>(party: T): T {
  return { ...party, identifiers: party.identifiers.filter(({ scheme }) => scheme !== undefined) }
}

function withScheme(identifier: Identifier | undefined): Identifier | undefined {
  return identifier?.scheme === undefined ? undefined : identifier
}

/** In a Cross Industry Invoice BT-6 is a currency besides that of the invoice (BR-53). */
function withoutSameCurrency(invoice: Invoice): Invoice {
  const { taxCurrency, currency, totals } = invoice
  return taxCurrency === currency && totals.vatInTaxCurrency === undefined
    ? { ...invoice, taxCurrency: undefined }
    : invoice
}

/**
 * UBL requires a VAT total, also of zero, allows one identifier of the buyer (UBL-SR-16), and has
 * a payer in means of payment.
 */
function forUbl(invoice: Invoice): Invoice {
  const { totals, vatBreakdown, buyer, payment, frenchParties } = invoice
  const isZero = vatBreakdown.length > 0 && vatBreakdown.every(({ tax }) => tax?.isZero() === true)
  return {
    ...invoice,
    totals: totals.vat === undefined && isZero ? { ...totals, vat: Decimal.zero } : totals,
    buyer: { ...buyer, identifiers: mainIdentifier(buyer.identifiers) },
    payment: payment ?? (frenchParties?.payer && UNDEFINED_MEANS),
  }
}

/** The one with a scheme, which says whose it is. */
function mainIdentifier(identifiers: readonly Identifier[]): readonly Identifier[] {
  if (identifiers.length < 2) return identifiers
  return [identifiers.find(({ scheme }) => scheme !== undefined) ?? identifiers[0]].filter((each) => each !== undefined)
}

/** The rules for a Cross Industry Invoice that matter here. */
interface CiiRules {
  /** Whether its schema is D16B, which has one preceding invoice. */
  readonly isD16b: boolean
  /** Whether a direct debit beside a credit transfer is refused (BR-DE-23-b). */
  readonly isGerman: boolean
}

function forCii(invoice: Invoice, { isD16b, isGerman }: CiiRules): Invoice {
  const { precedingInvoices, payment, paymentPlan, seller, payee, specification } = invoice
  const hasTerms = isFacturXExtended(specification) || specification === EXTENDED_CTC_FR_ID
  return {
    ...invoice,
    paymentPlan: hasTerms ? paymentPlan : withoutTerms(paymentPlan),
    seller: { ...seller, identifiers: seller.identifiers.filter((each) => !isSepa(each)) },
    payee: payee?.identifier !== undefined && isSepa(payee.identifier) ? { ...payee, identifier: undefined } : payee,
    precedingInvoices: isD16b ? precedingInvoices.slice(0, 1) : precedingInvoices,
    payment: isGerman && payment !== undefined ? withoutOtherCreditor(payment) : payment,
  }
}

/** Only the profiles EXTENDED have terms of their own for discounts and parts. */
function withoutTerms(plan: PaymentPlan | undefined): PaymentPlan | undefined {
  if (plan === undefined) return undefined
  const { discounts, parts, retention, otherTerms } = plan
  return { discounts, parts, retention, otherTerms }
}

/** In UBL alone the creditor of a direct debit is an identifier, with a scheme of no list. */
function isSepa({ scheme }: Identifier): boolean {
  return scheme?.toUpperCase() === 'SEPA'
}

/**
 * In UBL a seller may state the creditor identifier of its bank (BT-90) in any invoice, in a Cross
 * Industry Invoice it makes a direct debit of the payment.
 */
function withoutOtherCreditor(payment: PaymentInstructions): PaymentInstructions {
  const { directDebit, meansCode } = payment
  if (directDebit === undefined || DIRECT_DEBITS.has(meansCode)) return payment
  const { mandate, debitedAccount } = directDebit
  return mandate === undefined && debitedAccount === undefined ? { ...payment, directDebit: undefined } : payment
}
