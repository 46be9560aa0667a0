import type {
  Address,
  Correction,
  InvoiceRequest,
  Line,
  Party,
  PaymentMeans,
  TaxRepresentative,
  ThirdParty,
} from '../../../src/domain/request/invoice-request.js'
import type {
  Agreement,
  DueWithin,
  FurtherDueDate,
  PolishInvoicePart,
  PolishTransport,
} from '../../../src/domain/request/polish.js'
import type { PartyBefore } from '../../../src/domain/request/correction.js'
import type { RequestAllowance } from '../../../src/domain/request/terms.js'
import type { Invoicing } from '../../../src/countries/country.js'
import { parts } from '../../../src/countries/text-parts.js'
import { orderOf } from '../../../src/countries/pl/order.js'
import { poland } from '../../../src/countries/pl/index.js'
import { Decimal } from '../../../src/einvoice/model/decimal.js'
import { defined, type Maybe } from './defined.js'
import { lineOf } from './normal-line.js'

/**
 * What an invoice is read back as from its own FA(3): the same, but where the format has one way
 * to say what the JSON has several for. Each function says what becomes one.
 */
export function normalForm(request: InvoiceRequest): InvoiceRequest {
  const { paymentMeans, note, notes, vatCollection, thirdParties, allowances, charges, ...others } = collapsed(request)
  const kind = kindOf(request)
  const isFlipped = (kind === 'credit_note') !== (request.invoiceType === 'credit_note')
  const { correction } = others
  // The lines after a correction follow those before it, one by one.
  const before = correction?.method === 'before_after' ? correction.before : undefined
  const amount = (value: number | undefined) => (value === undefined || !isFlipped ? value : -value + 0)
  const rows = before === undefined ? request.lines : request.lines.flatMap((line, at) => [before[at] ?? line, line])
  const { periods, ...times } = timesOf({ ...request, lines: rows })
  const lines = [...others.lines, ...(charges ?? []).map(chargeOf), ...(allowances ?? []).map(allowanceOf)]
  const means = paymentMeansOf(paymentMeans)
  const result: Maybe<InvoiceRequest> = {
    ...others,
    invoiceType: kind,
    supplier: sellerOf(others.supplier),
    customer: customerOf(others.customer),
    lines: lines.map((line, index) =>
      before === undefined ? lineOf(line, periods[index], isFlipped) : lineOf(line, periods[2 * index + 1], false),
    ),
    correction: correction && correctionOf(request, kind, periods),
    ...advanceOf(request, kind, isFlipped),
    ...partOf({
      ...others,
      ...(isFlipped && others.pl && { pl: flippedPart(others.pl) }),
      ...(paymentMeans && { paymentMeans }),
    }),
    // Not in the document.
    offline: undefined,
    // Without a rate prices with VAT are the prices.
    pricesIncludeVat: request.lines.every(({ exemptionReasonCode }) =>
      /^VATEX-EU-[DFIJ]$/.test(exemptionReasonCode ?? ''),
    )
      ? undefined
      : request.pricesIncludeVat,
    paymentSchedule: partsInAmounts(request),
    paymentMeans: Object.keys(means).length > 0 ? means : undefined,
    note: note === undefined ? undefined : parts(request.note ?? '', 3_500).join(' '),
    notes,
    vatCollection: vatCollection === 'immediate' ? undefined : vatCollection,
    thirdParties: thirdParties?.map(thirdPartyOf),
    prepaidAmount: amount(request.prepaidAmount),
    roundingAmount: amount(request.roundingAmount),
    taxRepresentative: others.taxRepresentative && partyOf(others.taxRepresentative),
    deliveryDate: times.deliveryDate,
    period: times.period,
  }
  return defined<InvoiceRequest>(result)
}

/** The sign shows whether the correction of an advance adds or subtracts, as its type does. */
function advanceOf(
  request: InvoiceRequest,
  kind: InvoiceRequest['invoiceType'],
  isFlipped: boolean,
): Pick<Maybe<InvoiceRequest>, 'typeCode' | 'order'> {
  const { typeCode, order } = collapsed(request)
  if (typeCode === undefined) return { typeCode, order }
  const hasStates = order?.before !== undefined
  const line = (each: Line): Line => lineOf(each, undefined, isFlipped && !hasStates)
  const { rows = [], gross = Decimal.zero } = (order && orderOf(request, { kind: 'nip', nip: '' })) ?? {}
  const stated = hasStates || !isFlipped ? gross : gross.negated()
  return {
    typeCode: kind === 'credit_note' ? '503' : '386',
    order:
      order === undefined || rows.length === 0
        ? undefined
        : {
            lines: order.lines.map(line),
            ...(order.before !== undefined && { before: order.before.map(line) }),
            grossAmount: Number(stated.toString()),
          },
  }
}

/** Each part is an amount. */
function partsInAmounts(request: InvoiceRequest): InvoiceRequest['paymentSchedule'] {
  if (request.paymentSchedule === undefined) return undefined
  const { paymentPlan } = (poland.invoicing as Invoicing).model(request, [])
  return paymentPlan?.parts.map(({ dueDate, amount, note }) =>
    defined<NonNullable<InvoiceRequest['paymentSchedule']>[number]>({
      dueDate,
      amount: Number(amount.toString()),
      note,
    }),
  )
}

/** Charges and allowances of the invoice are lines, which say in words what they are of. */
function chargeOf(charge: RequestAllowance): Line {
  return saleOf(charge, 1, 'Opłata dodatkowa', 'Kod opłaty')
}

function allowanceOf(allowance: RequestAllowance): Line {
  return saleOf(allowance, -1, 'Rabat', 'Kod rabatu')
}

function saleOf(sale: RequestAllowance, quantity: number, name: string, codeName: string): Line {
  const { amount = 0, percentage, baseAmount, reason, reasonCode, ...vat } = sale
  const share = [percentage && `${percentage}%`, baseAmount !== undefined && `od ${baseAmount.toFixed(2)}`]
  const attributes = [
    { name, value: share.filter((each) => each !== undefined && each !== false).join(' ') },
    { name: codeName, value: reasonCode ?? '' },
  ].filter(({ value }) => value !== '')
  return {
    description: reason ?? name,
    quantity,
    unitPrice: amount,
    unitCode: 'C62',
    ...vat,
    ...(attributes.length > 0 && { item: { attributes } }),
  }
}

/** The same invoice, with white space in its texts as FA(3) counts it. The note keeps its own. */
export function collapsed(request: InvoiceRequest): InvoiceRequest {
  return { ...(inTexts(request) as InvoiceRequest), ...(request.note !== undefined && { note: request.note }) }
}

function inTexts(value: unknown): unknown {
  if (typeof value === 'string') return value.trim().replaceAll(/\s+/g, ' ')
  if (Array.isArray(value)) return value.map(inTexts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inTexts(inner)]))
}

/** The total shows whether a correction adds or subtracts. */
function kindOf(request: InvoiceRequest): InvoiceRequest['invoiceType'] {
  if (request.invoiceType === 'invoice') return 'invoice'
  const { withVat = Decimal.zero } = (poland.invoicing as Invoicing).model(request, []).totals
  const { correction } = request
  if (withVat.isZero() && correction !== undefined) return correction.effect === 2 ? 'credit_note' : 'debit_note'
  if (withVat.isZero()) return request.invoiceType
  return withVat.compare(Decimal.zero) > 0 === (request.invoiceType === 'credit_note') ? 'credit_note' : 'debit_note'
}

/** A correction that says no more than the note and the total is none of its own. */
function correctionOf(
  request: InvoiceRequest,
  kind: InvoiceRequest['invoiceType'],
  periods: readonly Line['period'][],
): Correction | undefined {
  const { correction, note = '' } = collapsed(request)
  if (correction === undefined) return undefined
  const { before, supplierBefore, customerBefore, ...more } = correction
  const { reason, effect, period, correctNumber } = more
  const further = [before, supplierBefore, customerBefore, period, correctNumber, more.amountBefore]
  const isBare = further.every((each) => each === undefined)
  const first = note.trim().split('\n')[0]?.trim().slice(0, 256).replaceAll(/\s+/g, ' ').trim()
  if (isBare && effect === 2 && kind === 'credit_note' && reason === first) return undefined
  return {
    ...more,
    ...(before !== undefined && { before: before.map((line, index) => lineOf(line, periods[2 * index], false)) }),
    ...(supplierBefore !== undefined && { supplierBefore: beforeOf(supplierBefore) }),
    ...(customerBefore !== undefined && { customerBefore: beforeOf(customerBefore) }),
  }
}

function flippedPart(pl: PolishInvoicePart): PolishInvoicePart {
  const { partPayments } = pl
  if (partPayments === undefined) return pl
  return { ...pl, partPayments: partPayments.map((each) => ({ ...each, amount: -each.amount })) }
}

/**
 * A mark that is not set is none, and an address has two lines. The first contract and the first
 * order are those that every country has.
 */
function partOf({
  pl = {},
  contractReference,
  orderReference,
  ...request
}: InvoiceRequest): Pick<Maybe<InvoiceRequest>, 'pl' | 'contractReference' | 'orderReference' | 'dueDate'> {
  const { furtherContracts = [], furtherOrders = [], transports = [], lotNumbers = [] } = pl
  const { dueWithin, dueDates, dueDate } = dueOf(pl, request)
  const [contract, ...contracts] = agreementsOf(contractReference, pl.contractDate, furtherContracts)
  const [order, ...orders] = agreementsOf(orderReference, pl.orderDate, furtherOrders)
  const listed = <T>(all: readonly T[]): readonly T[] | undefined => (all.length === 0 ? undefined : all)
  const part = defined<PolishInvoicePart>({
    ...pl,
    forReceipt: pl.forReceipt === true ? true : undefined,
    relatedParties: pl.relatedParties === true ? true : undefined,
    chainIntermediary: pl.chainIntermediary === true ? true : undefined,
    contractDate: contract?.date,
    furtherContracts: listed(contracts),
    orderDate: order?.date,
    furtherOrders: listed(orders),
    lotNumbers: listed(lotNumbers),
    dueWithin,
    furtherDueDates: listed(dueDates),
    transports: listed(transports.map(transportOf)),
  })
  return {
    pl: Object.keys(part).length === 0 ? undefined : part,
    contractReference: contract?.number,
    orderReference: order?.number,
    dueDate,
  }
}

/** Without a first day, nor a period instead of it, the first further one is the first. */
function dueOf(
  { dueWithin, furtherDueDates = [] }: PolishInvoicePart,
  { dueDate, paymentMeans, paymentSchedule }: Pick<InvoiceRequest, 'dueDate' | 'paymentMeans' | 'paymentSchedule'>,
): {
  readonly dueWithin: DueWithin | undefined
  readonly dueDate: string | undefined
  readonly dueDates: readonly FurtherDueDate[]
} {
  const day = dueDate ?? paymentMeans?.dueDate
  if (day !== undefined || dueWithin !== undefined || paymentSchedule !== undefined)
    return { dueWithin, dueDate: day, dueDates: furtherDueDates }
  const [first, ...rest] = furtherDueDates
  return { dueWithin: first?.within, dueDate: first?.date, dueDates: rest }
}

function agreementsOf(
  number: string | undefined,
  date: string | undefined,
  further: readonly Agreement[],
): readonly Agreement[] {
  return [defined<Agreement>({ number, date }), ...further].filter((each) => Object.keys(each).length > 0)
}

function transportOf({ carrier, from, via = [], to, ...more }: PolishTransport): PolishTransport {
  return defined<PolishTransport>({
    ...more,
    carrier: carrier && { ...carrier, address: addressOf(carrier.address) },
    from: from && addressOf(from),
    via: via.length === 0 ? undefined : via.map(addressOf),
    to: to && addressOf(to),
  })
}

function beforeOf(party: PartyBefore): PartyBefore {
  return party.address === undefined ? party : { ...party, address: addressOf(party.address) }
}

/** Blanks in an account number do not count. A card or a direct debit has its code. */
function paymentMeansOf(means: PaymentMeans = {}): PaymentMeans {
  const { bankAccount, code, card, directDebit } = means
  const written =
    bankAccount !== undefined ? '30' : card !== undefined ? '48' : directDebit !== undefined ? '59' : undefined
  const said = code ?? written
  return defined<PaymentMeans>({
    ...means,
    dueDate: undefined,
    bankAccount: bankAccount?.replaceAll(' ', ''),
    code: said === '30' && bankAccount !== undefined ? undefined : said,
  })
}

/**
 * An address has two lines: of the second the postal code is known by its digits, and the province
 * belongs to the town. What has one line alone is the street.
 */
function addressOf({ city, postalCode, stateOrProvince, country, ...more }: Address): Address {
  const street = [more.street, more.line2, more.line3].filter(Boolean).join(', ')
  const town = [postalCode, city].filter(Boolean).join(' ')
  const [first, ...others] = [street, town, stateOrProvince].filter((part) => part !== undefined && part !== '')
  const second = others.length > 0 ? others.join(', ') : undefined
  const form = country === 'PL' ? /^(\d\d-\d{3}) (.+)$/ : /^(\S*\d\S*(?: \S*\d\S*)*) (.*\p{L}.*)$/u
  const [, code, place = second] = form.exec(second ?? '') ?? []
  return defined<Address>({ street: first, postalCode: code, city: place, country })
}

function partyOf<P extends Party | ThirdParty | TaxRepresentative>(party: P): P {
  return party.address === undefined ? party : { ...party, address: addressOf(party.address) }
}

/** The seller's first register is its registration; numbers that have an element come first. */
function sellerOf(party: Party): Party {
  const { legalRegistration, identifiers = [], ...others } = partyOf(party)
  const placed = ['0088', 'EORI', 'REGON', 'BDO'].flatMap(
    (scheme) => identifiers.find((each) => each.scheme === scheme) ?? [],
  )
  const all = [...placed, ...identifiers.filter((each) => !placed.includes(each))]
  const register = legalRegistration === undefined ? all.find(({ scheme }) => scheme === 'REGON') : undefined
  const rest = all.filter((each) => each !== register)
  return defined<Party>({
    ...others,
    legalRegistration: register === undefined ? legalRegistration : { id: register.id },
    identifiers: rest.length > 0 ? rest : undefined,
  })
}

/** A party without VAT number is a consumer; an absent flag is false. */
function customerOf({ localGovernmentUnit, vatGroupMember, ...party }: Party): Party {
  return defined<Party>({
    ...partyOf(party),
    // Not in the document.
    consumer: undefined,
    localGovernmentUnit: localGovernmentUnit === true ? true : undefined,
    vatGroupMember: vatGroupMember === true ? true : undefined,
  })
}

function thirdPartyOf({ vatNumber, ...party }: ThirdParty): ThirdParty {
  return defined<ThirdParty>({ ...partyOf(party), vatNumber: vatNumber?.replaceAll(/[ -]/g, '') })
}

/**
 * A period of all lines is that of the invoice. One day is the last of its period; a delivery on
 * the day of issue is said by none.
 */
function timesOf({ deliveryDate, issueDate, period: whole, lines }: InvoiceRequest): Pick<
  Maybe<InvoiceRequest>,
  'deliveryDate' | 'period'
> & {
  readonly periods: readonly Line['period'][]
} {
  const isWhole = (each: Line['period']): boolean => each?.start !== undefined && each.end !== undefined
  const same = (one: Line['period'], other: Line['period']): boolean =>
    one?.start === other?.start && one?.end === other?.end
  const first = lines[0]?.period
  const ofLines = isWhole(first) && lines.every(({ period }) => same(period, first)) ? first : undefined
  const written = whole ?? ofLines
  const common = deliveryDate === undefined && isWhole(written) ? written : undefined
  const day = (each: NonNullable<Line['period']>): Line['period'] =>
    isWhole(each) && each.start !== each.end ? each : defined<{ end?: string }>({ end: each.end ?? each.start })
  const periods = lines.map(({ period }) =>
    period === undefined || (common !== undefined && same(period, common)) ? undefined : day(period),
  )
  const period = common ?? (whole && day(whole))
  const isSaid = deliveryDate !== issueDate || isWhole(period) || periods.some((each) => each !== undefined)
  return { deliveryDate: isSaid ? deliveryDate : undefined, period, periods }
}
