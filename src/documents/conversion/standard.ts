import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { RequestLineAllowance } from '../../domain/request/terms.js'
import { ISO_6523 } from '../../einvoice/codes/identifier-schemes.js'
import { UNITS } from '../../einvoice/codes/units.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import type { Identifier, Invoice } from '../../einvoice/model/invoice-model.js'
import type { InvoiceLine, LineAllowanceOrCharge } from '../../einvoice/model/lines.js'
import type { Party } from '../../einvoice/model/parties.js'
import type { PaymentInstructions, VatBreakdown } from '../../einvoice/model/settlement.js'
import { EN_16931 } from '../../einvoice/rules/factur-x.js'
import { vatGroup } from '../../einvoice/model/totals.js'
import { isBlank } from '../../einvoice/xml/white-space.js'

/** UNTDID 5189: a discount. National formats need no reason for one. */
const DISCOUNT = '95'
const SURCHARGE = 'Surcharge'

/** UN/ECE Recommendation 20: one, a piece. */
const ONE = 'C62'

/** BT-120 of sales outside the scope of VAT, if there is none. */
const OUTSIDE = 'Outside the scope of VAT'

/**
 * A national invoice as one of EN 16931, with what its rules require and national formats do not.
 * Terms that change are losses; the comparison with the invoice finds them.
 *
 * - EN 16931 has no term that reduces the amount due.
 * - A unit that is no code becomes C62.
 * - Allowances and charges have a reason (BR-42, BR-44).
 * - VAT outside of its scope stands alone (BR-O-11), and becomes exempt beside other categories.
 * - National codes of an exemption become a part of its text.
 * - A party has identifiers of ISO 6523 only, and a buyer one of them and a country.
 * - A transfer without an account is a means that is not defined (BR-61).
 * - Without an amount there is no accounting currency (BR-53).
 */
export function asPlainStandard(invoice: Invoice): Invoice {
  const { totals, taxCurrency, ...model } = withinScope(invoice)
  const { withVat = Decimal.zero, paid = Decimal.zero, rounding = Decimal.zero } = totals
  return {
    ...model,
    ...(totals.vatInTaxCurrency !== undefined && taxCurrency !== model.currency && { taxCurrency }),
    specification: EN_16931,
    totals: { ...totals, due: withVat.minus(paid).plus(rounding) },
    seller: withKnownSchemes(model.seller),
    buyer: buyerOf(model),
    payment: model.payment && paymentOf(model.payment),
    allowances: model.allowances.map((each) => withReason(each, { reasonCode: DISCOUNT })),
    charges: model.charges.map((each) => withReason(each, { reason: SURCHARGE })),
    vatBreakdown: model.vatBreakdown.map(withStandardReason),
    lines: model.lines.map((line) => ({
      ...line,
      unitCode: unitOf(line.unitCode),
      price:
        line.price.baseQuantityUnit === undefined
          ? line.price
          : { ...line.price, baseQuantityUnit: unitOf(line.price.baseQuantityUnit) },
      allowances: line.allowances.map((each) => withReason(each, { reasonCode: DISCOUNT })),
      charges: line.charges.map((each) => withReason(each, { reason: SURCHARGE })),
    })),
  }
}

/** The same for a body: units and reasons as EN 16931 requires them. */
export function withStandardCodes(request: InvoiceRequest): InvoiceRequest {
  const reasons = <Each extends RequestLineAllowance>(
    all: readonly Each[] | undefined,
    reason: Pick<RequestLineAllowance, 'reason' | 'reasonCode'>,
  ): readonly Each[] | undefined => all?.map((each) => withReason(each, reason))
  return {
    ...request,
    ...(request.allowances && { allowances: reasons(request.allowances, { reasonCode: DISCOUNT }) ?? [] }),
    ...(request.charges && { charges: reasons(request.charges, { reason: SURCHARGE }) ?? [] }),
    lines: request.lines.map((line) => ({
      ...line,
      unitCode: unitOf(line.unitCode),
      ...(line.allowances && { allowances: reasons(line.allowances, { reasonCode: DISCOUNT }) ?? [] }),
      ...(line.charges && { charges: reasons(line.charges, { reason: SURCHARGE }) ?? [] }),
    })),
  }
}

function withKnownSchemes<Each extends Pick<Party, 'identifiers' | 'legalRegistration'>>(party: Each): Each {
  const { identifiers, legalRegistration } = party
  return {
    ...party,
    identifiers: identifiers.map(withKnownScheme),
    legalRegistration: legalRegistration && withKnownScheme(legalRegistration),
  }
}

function withKnownScheme(identifier: Identifier): Identifier {
  const { scheme } = identifier
  return scheme === undefined || ISO_6523.has(scheme) ? identifier : { value: identifier.value }
}

/** BR-10, BR-11, and BT-46, which occurs once. */
function buyerOf({ buyer, seller }: Pick<Invoice, 'buyer' | 'seller'>): Party {
  const { identifiers, address, ...others } = withKnownSchemes(buyer)
  const prefix = /^[A-Z]{2}/.exec(others.vatIdentifier ?? '')?.[0]
  const country = prefix === 'EL' ? 'GR' : (prefix ?? seller.address?.country)
  return {
    ...others,
    identifiers: identifiers.slice(0, 1),
    address: address ?? (country === undefined ? undefined : { country }),
  }
}

/** UNTDID 4461: transfers, and an instrument that is not defined. */
const TRANSFERS: ReadonlySet<string> = new Set(['30', '58'])
const NOT_DEFINED = '1'

function paymentOf(payment: PaymentInstructions): PaymentInstructions {
  const hasAccount = payment.transfers.some(({ account }) => !isBlank(account))
  return TRANSFERS.has(payment.meansCode) && !hasAccount ? { ...payment, meansCode: NOT_DEFINED } : payment
}

function unitOf<Unit extends string | undefined>(unitCode: Unit): Unit | typeof ONE {
  return unitCode === undefined || UNITS.has(unitCode) ? unitCode : ONE
}

function withReason<Each extends Pick<LineAllowanceOrCharge, 'reason' | 'reasonCode'>>(
  each: Each,
  reason: Pick<RequestLineAllowance, 'reason' | 'reasonCode'>,
): Each {
  return isBlank(each.reason) && isBlank(each.reasonCode) ? { ...each, ...reason } : each
}

function withStandardReason(entry: VatBreakdown): VatBreakdown {
  const { exemptionReason, exemptionReasonCode: code } = entry
  if (code === undefined || code.startsWith('VATEX-')) return entry
  const text = exemptionReason === undefined ? code : `${exemptionReason} (${code})`
  return { ...entry, exemptionReason: text, exemptionReasonCode: undefined }
}

interface Taxed {
  readonly vatCategory: string
  readonly vatRate?: Decimal | undefined
}

/** Beside other categories, O becomes E. */
function withinScope(invoice: Invoice): Invoice {
  const categories = new Set(invoice.vatBreakdown.map(({ category }) => category))
  if (!categories.has('O') || categories.size === 1) return invoice
  const exempt = <Each extends Taxed>(each: Each): Each =>
    each.vatCategory === 'O' ? { ...each, vatCategory: 'E', vatRate: Decimal.zero } : each
  const lines = (all: readonly InvoiceLine[]): readonly InvoiceLine[] =>
    all.map((line) => ({ ...exempt(line), ...(line.subLines && { subLines: lines(line.subLines) }) }))
  return {
    ...invoice,
    lines: lines(invoice.lines),
    allowances: invoice.allowances.map(exempt),
    charges: invoice.charges.map(exempt),
    vatBreakdown: joined(invoice.vatBreakdown.map(exemptEntry)),
  }
}

function exemptEntry(entry: VatBreakdown): VatBreakdown {
  if (entry.category !== 'O') return entry
  const { exemptionReason = OUTSIDE, exemptionReasonCode: code } = entry
  // The code of the category itself says what the category says.
  const exemptionReasonCode = code === 'VATEX-EU-O' ? undefined : code
  return { ...entry, category: 'E', rate: Decimal.zero, exemptionReason, exemptionReasonCode }
}

/** One entry for each category and rate. */
function joined(breakdown: readonly VatBreakdown[]): readonly VatBreakdown[] {
  const groups = new Map<string, VatBreakdown>()
  for (const entry of breakdown) {
    const group = vatGroup(entry.category, entry.rate)
    const first = groups.get(group)
    groups.set(group, first === undefined ? entry : both(first, entry))
  }
  return [...groups.values()]
}

function both(one: VatBreakdown, other: VatBreakdown): VatBreakdown {
  const reasons = new Set([one.exemptionReason, other.exemptionReason].filter((reason) => !isBlank(reason)))
  return {
    ...one,
    taxable: (one.taxable ?? Decimal.zero).plus(other.taxable ?? Decimal.zero),
    tax: (one.tax ?? Decimal.zero).plus(other.tax ?? Decimal.zero),
    exemptionReason: reasons.size === 0 ? undefined : [...reasons].join('; '),
    exemptionReasonCode: one.exemptionReasonCode ?? other.exemptionReasonCode,
  }
}
