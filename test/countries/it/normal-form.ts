import { telephone } from '../../../src/countries/it/fatturapa/parties.js'
import { documentType } from '../../../src/countries/it/document-types.js'
import { inEuros } from '../../../src/countries/it/euro.js'
import { latin1, parts } from '../../../src/countries/it/latin.js'
import { fatturaModel, type FatturaModel, taxRegime } from '../../../src/countries/it/model.js'
import { itemClassificationScheme } from '../../../src/einvoice/codes/item-classifications.js'
import { Decimal } from '../../../src/einvoice/model/decimal.js'
import { inProportion, instalmentsOf } from '../../../src/einvoice/model/payment-plan.js'
import { exemptionOf } from '../../../src/countries/it/natura.js'
import { customerCountry, recipientCode } from '../../../src/countries/it/parties.js'
import { provinceSign } from '../../../src/countries/it/provinces.js'
import { type ItalianInvoicePart, RELATED_KINDS, type RelatedDocument } from '../../../src/domain/request/italy.js'
import type { Address, InvoiceRequest, Line, Party } from '../../../src/domain/request/invoice-request.js'

/**
 * What is left of an Italian invoice once it has been written as FatturaPA and read again:
 *
 * - Amounts are in EUR where they were converted; each line then bears the amount as agreed.
 * - Texts are in Latin-1, long ones in parts: notes, then terms of payment, of 200 characters;
 *   descriptions and notes of lines of 60.
 * - Defaults go: recipient code, tax regime, kind of document, `immediate`, a discount of zero.
 * - What the service computes is given: the base of a contribution, the amount that is withheld.
 * - Codes of payment that mean a bank transfer go. An amount that a line is cheaper by is a
 *   discount of its price; other allowances and charges of a line keep what they come to.
 * - The Natura follows from the category, else the code; a reason is written on each of its lines,
 *   that of E also where it is the usual one.
 * - Phone numbers have no separators. Of an address abroad the state stands with the city, and so
 *   does a postal code other than of four to six digits. A province is its sign.
 * - A cash discount is an amount and a day, which is read as a percentage of the whole.
 * - Prices are without VAT, and so are all amounts.
 * - `paymentMeans.dueDate` is `dueDate`. Fields without a place in the format go.
 */
export function normalForm(accepted: InvoiceRequest, attachments: readonly Uint8Array[]): InvoiceRequest {
  const model = fatturaModel(accepted, attachments)
  const request = withoutVat(inEuros(accepted), model)
  const { note, notes: further = [], paymentMeans, vatCollection } = request
  // An advance (386) is read as its TipoDocumento.
  const type = documentType(request)
  const notes = [note, ...further.map(({ text }) => text), paymentMeans?.paymentTerms].flatMap((text) =>
    text === undefined ? [] : parts(text, 200),
  )
  const dueDate = request.dueDate ?? paymentMeans?.dueDate
  const instalments = normalParts(model)
  const beneficiary = request.payee?.name ?? paymentMeans?.accountName
  const isTaxed = model.summary.some(({ natura }) => natura === undefined)
  const account = paymentMeans?.bankAccount?.replaceAll(' ', '')
  const transfer = { bankAccount: account, bic: paymentMeans?.bic, remittance: paymentMeans?.remittance }
  const code = MEANS[paymentMeans?.code ?? ''] ?? paymentMeans?.code
  const means = present({ ...transfer, code: code === '30' ? onlyTransfer(request, transfer) : code })
  return present({
    ...request,
    notes: undefined,
    totals: undefined,
    typeCode: undefined,
    exchangeRate: undefined,
    externalId: undefined,
    supplier: normalParty(request.supplier, { ofSupplier: true }),
    customer: normalParty(request.customer, { ofSupplier: false }),
    lines: normalLines(request, model),
    note: notes.length === 0 ? undefined : notes.join('\n'),
    paymentMeans: Object.keys(means).length === 0 ? undefined : means,
    cashDiscounts: normalDiscounts(request, model),
    paymentSchedule: instalments.length > 1 ? instalments : undefined,
    retention: normalRetention(request, model),
    payee: beneficiary === undefined ? undefined : { name: latin1(beneficiary) },
    delivery: request.delivery?.address && { address: normalAddress(request.delivery.address) },
    ...normalExtra(request, model),
    ...normalPreceding(request),
    dueDate: instalments.length > 1 ? undefined : (dueDate ?? instalments[0]?.dueDate),
    documentType: /^TD0[145]$/.test(type) ? undefined : type,
    vatCollection: vatCollection === 'immediate' || !isTaxed ? undefined : vatCollection,
    ...normalRelated(request),
    withholdings: request.withholdings?.map((tax, index) => ({
      ...tax,
      amount: Number(model.withheld[index]?.amount.toString()),
    })),
    socialFunds: normalFunds(request, model),
    attachments: request.attachments?.map((file) => ({ ...file, filename: latin1(file.filename) })),
  }) as unknown as InvoiceRequest
}

/** Prices and amounts without VAT; the changes of a line's price come to what they come to. */
function withoutVat(
  request: InvoiceRequest,
  { inEuros: { lines, charges, allowances } }: FatturaModel,
): InvoiceRequest {
  if (request.pricesIncludeVat !== true) return request
  const net = (amount: Decimal | undefined): number => Number(amount?.toString())
  return present({
    ...request,
    pricesIncludeVat: undefined,
    lines: request.lines.map((line, index) => {
      const { price, netAmount = Decimal.zero } = lines[index] ?? {}
      const unitPrice = (price?.net ?? Decimal.zero).plus(price?.discount ?? Decimal.zero)
      const changed = unitPrice.times(Decimal.of(line.quantity)).minus(netAmount)
      return present({
        ...line,
        discount: undefined,
        unitPrice: net(unitPrice),
        allowances: [{ amount: net(changed) }],
        charges: [],
      })
    }),
    charges: request.charges?.map((each, index) => ({ ...each, amount: net(charges[index]?.amount) })),
    allowances: request.allowances?.map((each, index) => ({ ...each, amount: net(allowances[index]?.amount) })),
  }) as unknown as InvoiceRequest
}

/** Each part is an amount in EUR. */
function normalParts({ invoice, payable }: FatturaModel) {
  const all = paymentsOf(invoice)
  const amounts = inProportion(
    all.map(({ amount }) => amount),
    invoice.totals.due ?? Decimal.zero,
    payable,
  )
  const isRetained = invoice.paymentPlan?.retention !== undefined
  return all
    .map(({ dueDate }, index) => ({ dueDate, amount: Number(amounts[index]?.toString()) }))
    .slice(0, isRetained ? -1 : undefined)
}

function paymentsOf({ paymentPlan, totals, paymentDueDate }: FatturaModel['invoice']) {
  return paymentPlan === undefined ? [] : instalmentsOf(paymentPlan, totals.due, paymentDueDate)
}

/** An amount in EUR, or a percentage that comes to it. */
function normalRetention({ retention }: InvoiceRequest, { invoice, payable }: FatturaModel) {
  if (retention === undefined) return undefined
  const { due = Decimal.zero } = invoice.totals
  const amounts = inProportion(
    paymentsOf(invoice).map(({ amount }) => amount),
    due,
    payable,
  )
  const kept = amounts.at(-1) ?? Decimal.zero
  const { percentage, until } = retention
  const isShare = percentage !== undefined && Decimal.of(percentage).percentOf(payable).round(2).equals(kept)
  const size = isShare ? { percentage } : { amount: Number(kept.toString()) }
  return present({ ...size, until, reason: latin1(retention.reason) })
}

/** The amount of the discount, as the shortest percentage of the whole; the days as a day. */
function normalDiscounts({ cashDiscounts }: InvoiceRequest, { invoice, payable }: FatturaModel) {
  const [first] = invoice.paymentPlan?.discounts ?? []
  if (cashDiscounts === undefined || first === undefined) return undefined
  const { due = Decimal.zero } = invoice.totals
  const base = first.baseAmount?.times(payable).dividedBy(due) ?? payable
  const amount = first.percentage.percentOf(base).round(2)
  if (amount.isZero()) return undefined
  for (let places = 0; places <= 10; places += 1) {
    const percentage = amount.times(Decimal.of(100)).dividedBy(payable).round(places)
    if (percentage.percentOf(payable).round(2).equals(amount))
      return [{ until: first.until, percentage: Number(percentage.toString()) }]
  }
  return undefined
}

/** Of codes with one meaning in Italy the first, which ModalitaPagamento is read as. */
const MEANS: Readonly<Record<string, string>> = { 58: '30', MP05: '30', MP12: '70' }

/** A bank transfer is assumed where nothing else is known of the payment. */
function onlyTransfer(
  { paymentMeans, payee, dueDate, cashDiscounts, paymentSchedule, retention }: InvoiceRequest,
  transfer: object,
): string | undefined {
  const isAlone =
    [payee, cashDiscounts, paymentSchedule, retention].every((each) => each === undefined) &&
    (dueDate ?? paymentMeans?.dueDate) === undefined
  return isAlone && Object.keys(present(transfer)).length === 0 ? '30' : undefined
}

/** Those that are withheld, which have no VAT, stand after those that are charged. */
function normalFunds(request: InvoiceRequest, { funds, enasarco }: FatturaModel) {
  const charged = funds.map(({ fund, base, natura }) =>
    present({
      ...fund,
      vatCategory: undefined,
      exemptionReasonCode: undefined,
      withholding: fund.withholding === true ? true : undefined,
      base: Number(base.toString()),
      ...(natura !== undefined && exemptionOf(natura, undefined, contextOf(request))),
    }),
  )
  const stated = enasarco.map(({ fund: { type, rate }, base }) => ({
    type,
    rate,
    vatRate: 0,
    base: Number(base.toString()),
  }))
  const all = [...charged, ...stated]
  return all.length === 0 ? undefined : all
}

/**
 * Documents by kind. The first order, contract and receipt are those of EN 16931; only details
 * that it has no term for are an entry. The CIG or CUP alone is no order.
 */
function normalRelated(request: InvoiceRequest) {
  const { orderReference, contractReference, references, tenderReference, projectReference, it = {} } = request
  const mains = { order: orderReference, contract: contractReference, receipt: references?.receivingAdvice }
  const listed = RELATED_KINDS.map((kind) => {
    const entries = (it.relatedDocuments ?? []).filter((each) => each.kind === kind)
    const main = kind === 'agreement' ? undefined : mains[kind]
    if (main === undefined) return entries
    const details = entries.find(({ number }) => number === main)
    return [details ?? { kind, number: main }, ...entries.filter((each) => each !== details)]
  })
  const [[order] = [], [contract] = [], , [receipt] = []] = listed
  const isStandIn = contract === undefined && order?.number === (tenderReference ?? projectReference)
  const isAlone = listed[0]?.length === 1 && Object.keys(order ?? {}).length === 2
  const relatedDocuments = listed.flatMap((documents) =>
    documents.filter((each, index) => index > 0 || each.kind === 'agreement' || Object.keys(each).length > 2),
  )
  const { art73, progressStages, transport, intermediary } = it
  const part = present({
    art73,
    progressStages,
    transport,
    intermediary,
    relatedDocuments: relatedDocuments.length === 0 ? undefined : relatedDocuments.map(normalDocument),
  })
  return {
    orderReference: isStandIn && isAlone ? undefined : order?.number,
    contractReference: contract?.number,
    references: receipt === undefined ? undefined : { receivingAdvice: receipt.number },
    it: Object.keys(part).length === 0 ? undefined : normalPart(part),
  }
}

function normalDocument({ jobCode, ...document }: RelatedDocument): RelatedDocument {
  return { ...document, ...(jobCode !== undefined && { jobCode: latin1(jobCode) }) }
}

function normalPart({ transport, ...part }: ItalianInvoicePart): ItalianInvoicePart {
  const { reason, ...rest } = transport ?? {}
  return {
    ...part,
    ...(transport && { transport: { ...rest, ...(reason !== undefined && { reason: latin1(reason) }) } }),
  }
}

/** The first is `precedingInvoice`. */
function normalPreceding({ precedingInvoice, precedingInvoices = [] }: InvoiceRequest) {
  const [first, ...others] = [...(precedingInvoice === undefined ? [] : [precedingInvoice]), ...precedingInvoices]
  return { precedingInvoice: first, precedingInvoices: others.length === 0 ? undefined : others }
}

function normalExtra(request: InvoiceRequest, model: FatturaModel) {
  const all = model.extraLines.map(({ type, of, natura, accepted }) => ({
    type,
    normal: present({
      amount: Number(of.amount?.toString()),
      vatRate: accepted.vatRate,
      percentage: of.percentage && Number(of.percentage.toString()),
      baseAmount: of.baseAmount && Number(of.baseAmount.toString()),
      reason: of.reason,
      reasonCode: of.reasonCode,
      ...taxOf(request, model, natura, accepted.vatRate),
    }),
  }))
  const of = (type: string) => {
    const found = all.filter((each) => each.type === type).map(({ normal }) => normal)
    return found.length === 0 ? undefined : found
  }
  return { allowances: of('SC'), charges: of('AC') }
}

function present(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function contextOf(request: InvoiceRequest) {
  return { taxRegime: taxRegime(request), customerCountry: customerCountry(request) }
}

function normalParty(party: Party, { ofSupplier }: { readonly ofSupplier: boolean }): Party {
  const { address, nationalId, phone, email, sdiCode, taxRegime: regime, name } = party
  const code = sdiCode?.toUpperCase()
  const uncoded = present({ ...party, sdiCode: undefined }) as unknown as Party
  return present({
    ...party,
    name: latin1(name),
    address: address && normalAddress(address),
    permanentEstablishment: party.permanentEstablishment && normalAddress(party.permanentEstablishment),
    nationalId: nationalId?.toUpperCase().replaceAll(' ', ''),
    // The codice fiscale of a body has digits alone.
    consumer: !ofSupplier && party.vatNumber === '' && /^[A-Za-z]/.test(nationalId ?? '') ? true : undefined,
    // FatturaPA has no place for those of the customer.
    phone: ofSupplier && phone !== undefined ? telephone(phone) : undefined,
    email: ofSupplier ? email : undefined,
    sdiCode: ofSupplier || code === recipientCode({ customer: uncoded }) ? undefined : code,
    taxRegime: regime === usualRegime(party) ? undefined : regime,
  }) as unknown as Party
}

/** That of a supplier abroad is "other". */
function usualRegime({ vatNumber }: Party): string {
  return vatNumber.startsWith('IT') ? 'RF01' : 'RF18'
}

function normalAddress({ street, city, postalCode, stateOrProvince, country }: Address): Address {
  const [plainStreet, plainCity] = [street, city].map((text) => (text === undefined ? undefined : latin1(text)))
  if (country === 'IT') {
    const sign = stateOrProvince === undefined ? undefined : provinceSign(stateOrProvince)
    return present({ street: plainStreet, city: plainCity, postalCode, stateOrProvince: sign, country }) as Address
  }
  const place = latin1([[postalCode, city].filter(Boolean).join(' '), stateOrProvince].filter(Boolean).join(', '))
  const [, code, rest] = /^([0-9]{4,6}) (.+)$/.exec(place) ?? []
  return present({ street: plainStreet, city: rest ?? place, postalCode: code, country }) as Address
}

/** The reasons of all lines that share a summary, and what the law is there. */
function taxOf(request: InvoiceRequest, { naturas, summary }: FatturaModel, natura: string | undefined, rate: number) {
  const reasons = new Set(
    request.lines.flatMap(({ vatRate, exemptionReason }, place) =>
      naturas[place] === natura && vatRate === rate ? (exemptionReason ?? []) : [],
    ),
  )
  const entry = summary.find((each) => each.natura === natura && Number(each.rate.toString()) === rate)
  const exemption = natura === undefined ? {} : exemptionOf(natura, entry?.law, contextOf(request))
  const isSilent = exemption.vatCategory === 'E' && exemption.exemptionReasonCode?.startsWith('VATEX-') !== true
  return {
    vatCategory: undefined,
    exemptionReasonCode: undefined,
    exemptionReason: reasons.size > 0 ? [...reasons].join('; ') : isSilent ? entry?.law : undefined,
    ...exemption,
  }
}

function normalLines(request: InvoiceRequest, model: FatturaModel): Line[] {
  const isConverted = model.invoice.currency !== model.inEuros.currency
  return request.lines.map((line, index) => {
    const { discount, withholding } = line
    const agreed = `${model.invoice.currency} ${model.invoice.lines[index]?.netAmount?.toAtLeast(2)}`
    return present({
      ...line,
      id: line.id === String(index + 1) ? undefined : line.id,
      description: latin1(line.description),
      unitCode: line.unitCode === 'EA' ? 'H87' : line.unitCode,
      quantity: line.unitPrice === 0 ? Math.abs(line.quantity) : line.quantity,
      netAmount: undefined,
      discount: discount === 0 ? undefined : discount,
      withholding: withholding === true ? true : undefined,
      note: line.note === undefined ? undefined : parts(line.note, 60).join('\n'),
      ...normalItem(line, isConverted ? [{ name: 'VALUTA', value: agreed }] : []),
      ...taxOf(request, model, model.naturas[index], line.vatRate),
    }) as unknown as Line
  })
}

/**
 * The first classification is `itemCode` where its form determines the scheme; each has a scheme.
 */
function normalItem({ itemCode, item = {} }: Line, agreed: readonly { name: string; value: string }[]) {
  const codes = [...(itemCode === undefined ? [] : [{ code: itemCode }]), ...(item.classifications ?? [])]
  const [first, ...others] = codes.map((each) => ({ scheme: itemClassificationScheme(each.code), ...each }))
  const isRecognisable = first !== undefined && first.scheme === itemClassificationScheme(first.code)
  const classifications = first === undefined || isRecognisable ? others : [first, ...others]
  const attributes = [...(item.attributes ?? []), ...agreed]
  const normal = present({
    ...item,
    description: item.description === undefined ? undefined : parts(item.description, 60).join('\n'),
    classifications: classifications.length === 0 ? undefined : classifications,
    attributes: attributes.length === 0 ? undefined : attributes,
  })
  return {
    itemCode: isRecognisable ? first.code : undefined,
    item: Object.keys(normal).length === 0 ? undefined : normal,
  }
}
