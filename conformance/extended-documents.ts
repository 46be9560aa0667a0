import { parseXml } from '../src/einvoice/xml/parse.js'
import { copied, type Editable, editable, written } from './editable.js'
import { ciiLine, el, type ExtendedLine, nested, type SubInvoice, ublLine } from './extended-lines.js'
import { addParts, CII_PARTS, UBL_PARTS } from './extended-parts.js'
import { type Case, officialExamples } from './official-documents.js'

/*
 * Documents in EXTENDED-CTC-FR. No official example has its identifier, so these are derived from
 * the official examples of flow 2: the same ones under that identifier, and with the additions of
 * the extension.
 */

const EXTENDED = 'urn:cen.eu:en16931:2017#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr'

/** How a document of the extension differs from the example that it is derived from. */
interface Variant {
  readonly name: string
  readonly process: string
  readonly type?: string
  readonly lines: readonly ExtendedLine[]
  /** Taxable amount, tax and reason by which the breakdown has entries of 20 percent. */
  readonly breakdown: readonly (readonly [taxable: string, tax: string, part?: SubInvoice])[]
  /** Charges that the examples do not have. */
  readonly hasCharges?: true
}

const OWN: SubInvoice = { number: 'F202500003', process: 'S1', seller: 'LE VENDEUR', siren: '100000009' }
const OTHER: SubInvoice = { number: 'F-B-1', process: 'B1', seller: 'AUTRE VENDEUR', siren: '300000007' }
const BUYERS: SubInvoice = { number: 'F-C-1', process: 'S1', seller: 'LE CLIENT', siren: '200000008' }

const VARIANTS: readonly Variant[] = [
  {
    name: 'lines under lines',
    process: 'S1',
    lines: [
      { id: '1', subtype: 'GROUP', net: '150.15' },
      { id: '1.1', parent: '1', subtype: 'DETAIL', net: '100.10' },
      { id: '1.2', parent: '1', subtype: 'GROUP', net: '50.05' },
      { id: '1.2.1', parent: '1.2', subtype: 'DETAIL', net: '50.05' },
      { id: '1.3', parent: '1', subtype: 'INFORMATION', net: '7.00' },
      { id: '2', net: '200.20' },
      { id: '3', net: '10.00', category: 'E', rate: '0.00' },
    ],
    breakdown: [['350.35', '70.07']],
    hasCharges: true,
  },
  {
    name: 'several sellers',
    process: 'S8',
    lines: [...part('1', OWN, '150.15', '30.03'), ...part('2', OTHER, '100.10', '20.02')],
    breakdown: [
      ['150.15', '30.03', OWN],
      ['100.10', '20.02', OTHER],
    ],
  },
  {
    name: 'groups alone below a sub-invoice',
    process: 'S8',
    lines: [
      // A cent more than the sum: BR-FR-MV-10 counts the group below it.
      { id: '1', subtype: 'GROUP', net: '150.15', vat: '30.03', gross: '180.19', part: OWN },
      { id: '1.1', parent: '1', subtype: 'GROUP', net: '150.15', part: OWN },
      { id: '1.1.1', parent: '1.1', subtype: 'DETAIL', net: '150.15', part: OWN },
      ...part('2', OTHER, '100.10', '20.02'),
    ],
    breakdown: [
      ['150.15', '30.03', OWN],
      ['100.10', '20.02', OTHER],
    ],
  },
  {
    name: 'both directions',
    process: 'M9',
    type: '389',
    lines: [...part('1', OWN, '150.15', '30.03'), ...part('2', BUYERS, '-50.05', '-10.01')],
    breakdown: [
      ['150.15', '30.03', OWN],
      ['-50.05', '-10.01', BUYERS],
    ],
  },
]

function part(id: string, sub: SubInvoice, net: string, vat: string): readonly ExtendedLine[] {
  return [
    { id, subtype: 'GROUP', net, vat, part: sub },
    { id: `${id}.1`, parent: id, subtype: 'DETAIL', net, part: sub },
  ]
}

/** Each example under the identifier of the extension, then its variants, in both syntaxes. */
export function extendedDocuments(): readonly Case[] {
  const examples = officialExamples('fr', ['valid']).map((each) => ({
    ...each,
    name: each.name.replace('valid', 'extended'),
  }))
  const bases = examples.filter(({ name }) => /UC1_.*_(?:UBL|CII)\.xml$/.test(name))
  return [...examples.map(({ name, xml }) => made(name, read(xml))), ...bases.flatMap(extendedVariants)]
}

/**
 * The variants of an invoice of flow 2 with an allowance and a charge, with the additions of the
 * extension and without.
 */
export function extendedVariants({ name, xml }: Pick<Case, 'name' | 'xml'>): readonly Case[] {
  return [
    ...VARIANTS.map((variant) => made(`${name}, ${variant.name}`, read(xml), variant)),
    ...[undefined, ...VARIANTS].map((variant) =>
      made(`${name}, ${variant?.name ?? 'flat'}, rich`, read(xml), variant, true),
    ),
  ]
}

function read(xml: string): Editable {
  return editable(parseXml(Buffer.from(xml)).root)
}

function made(name: string, document: Editable, variant?: Variant, isRich = false): Case {
  const changed = copied(document)
  const isCii = changed.name === 'rsm:CrossIndustryInvoice'
  const guideline = isCii
    ? find(changed, 'rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID')
    : find(changed, 'cbc:CustomizationID')
  guideline.text = EXTENDED
  if (variant !== undefined) (isCii ? varyCii : varyUbl)(changed, variant)
  if (isRich) addParts(changed, isCii ? CII_PARTS : UBL_PARTS)
  return { profile: 'fr', name, xml: written(changed) }
}

function find(from: Editable, path: string): Editable {
  return path.split('/').reduce((parent, name) => {
    const child = parent.children.find((each) => each.name === name)
    if (child === undefined) throw new Error(`no ${name} in ${parent.name}`)
    return child
  }, from)
}

/** Puts elements before the first child of one of these names. */
function insert(parent: Editable, before: RegExp, ...elements: readonly Editable[]): void {
  const at = parent.children.findIndex(({ name }) => before.test(name))
  parent.children.splice(at < 0 ? parent.children.length : at, 0, ...elements)
}

function remove(parent: Editable, names: RegExp): void {
  parent.children = parent.children.filter(({ name }) => !names.test(name))
}

/**
 * Sums of a variant: of the lines that count, of the taxable amounts with charges, and of the tax.
 */
function sums({ lines, breakdown, hasCharges }: Variant) {
  const total = (values: readonly string[]): number => values.reduce((sum, value) => sum + Number(value), 0)
  const counted = lines.filter(({ subtype }) => subtype === undefined || subtype === 'DETAIL')
  const net = total(counted.map((line) => line.net))
  const charges = hasCharges ? 5 : 0
  const tax = total(breakdown.map((entry) => entry[1]))
  return {
    net: net.toFixed(2),
    charges: charges.toFixed(2),
    taxable: (net + charges).toFixed(2),
    tax: tax.toFixed(2),
    due: (net + charges + tax).toFixed(2),
  }
}

function varyUbl(document: Editable, variant: Variant): void {
  const { net, charges, taxable, tax, due } = sums(variant)
  const euro = '@currencyID=EUR'
  find(document, 'cbc:ProfileID').text = variant.process
  if (variant.type !== undefined) find(document, 'cbc:InvoiceTypeCode').text = variant.type
  remove(document, /InvoiceLine$|TaxTotal$|LegalMonetaryTotal$/)
  const category = (code: string, percent: string, reason?: string): Editable =>
    el(
      'cac:TaxCategory',
      ...[el('cbc:ID', code), el('cbc:Percent', percent)],
      reason === undefined ? null : el('cbc:TaxExemptionReason', reason),
      nested('cac:TaxScheme/cbc:ID', 'VAT'),
    )
  const subtotal = (base: string, amount: string, of: Editable): Editable =>
    el('cac:TaxSubtotal', el(`cbc:TaxableAmount${euro}`, base), el(`cbc:TaxAmount${euro}`, amount), of)
  const charge = (code: string, amount: string): Editable =>
    el(
      'cac:AllowanceCharge',
      ...[el('cbc:ChargeIndicator', 'true'), el('cbc:AllowanceChargeReasonCode@listID=5153', code)],
      ...[el(`cbc:Amount${euro}`, amount), category('E', '0.00', 'exempt')],
    )
  document.children.push(
    el('cac:DeliveryTerms', el('cbc:ID', 'DAP'), nested('cac:DeliveryLocation/cbc:Name', 'Nantes')),
    ...(variant.hasCharges ? [charge('ENV', '2.00'), charge('ENV', '3.00')] : []),
    el('cac:TaxExchangeRate', ...[el('cbc:SourceCurrencyCode', 'EUR'), el('cbc:TargetCurrencyCode', 'USD')]),
    el(
      'cac:TaxTotal',
      el(`cbc:TaxAmount${euro}`, tax),
      ...variant.breakdown.map(([base, amount, sub]) =>
        subtotal(base, amount, category('S', '20.00', sub && `#${sub.number}#`)),
      ),
      variant.hasCharges ? subtotal('15.00', '0.00', category('E', '0.00', 'exempt')) : null,
    ),
    el(
      'cac:LegalMonetaryTotal',
      ...[el(`cbc:LineExtensionAmount${euro}`, net), el(`cbc:TaxExclusiveAmount${euro}`, taxable)],
      ...[el(`cbc:TaxInclusiveAmount${euro}`, due), el(`cbc:ChargeTotalAmount${euro}`, charges)],
      el(`cbc:PayableAmount${euro}`, due),
    ),
    ...variant.lines.map((line) => ublLine(line, OWN.number)),
  )
  const delivery = document.children.findIndex(({ name }) => name === 'cac:PaymentMeans')
  const [terms] = document.children.splice(
    document.children.findIndex(({ name }) => name === 'cac:DeliveryTerms'),
    1,
  )
  if (terms !== undefined) document.children.splice(delivery, 0, terms)
}

function varyCii(document: Editable, variant: Variant): void {
  const { net, charges, taxable, tax, due } = sums(variant)
  const transaction = find(document, 'rsm:SupplyChainTradeTransaction')
  const settlement = find(transaction, 'ram:ApplicableHeaderTradeSettlement')
  find(document, 'rsm:ExchangedDocumentContext/ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID').text =
    variant.process
  if (variant.type !== undefined) find(document, 'rsm:ExchangedDocument/ram:TypeCode').text = variant.type
  remove(transaction, /LineItem$/)
  insert(transaction, /./, ...variant.lines.map(ciiLine))
  remove(settlement, /^ram:ApplicableTradeTax$/)
  const parts = (reason: string | undefined, code: string, rate: string): (Editable | null)[] => [
    el('ram:TypeCode', 'VAT'),
    reason === undefined ? null : el('ram:ExemptionReason', reason),
    ...[el('ram:CategoryCode', code), el('ram:RateApplicablePercent', rate)],
  ]
  const entry = (
    base: string,
    amount: string,
    [type = null, reason = null, ...others]: (Editable | null)[],
  ): Editable =>
    el(
      'ram:ApplicableTradeTax',
      el('ram:CalculatedAmount', amount),
      type,
      reason,
      el('ram:BasisAmount', base),
      ...others,
    )
  insert(
    settlement,
    /^ram:BillingSpecifiedPeriod$/,
    ...variant.breakdown.map(([base, amount, sub]) =>
      entry(base, amount, parts(sub && `#${sub.number}#`, 'S', '20.00')),
    ),
    ...(variant.hasCharges ? [entry('15.00', '0.00', parts('exempt', 'E', '0.00'))] : []),
  )
  if (variant.hasCharges)
    insert(
      settlement,
      /^ram:SpecifiedTradePaymentTerms$/,
      el(
        'ram:SpecifiedTradeAllowanceCharge',
        nested('ram:ChargeIndicator/udt:Indicator', 'true'),
        ...[el('ram:ActualAmount', '2.00'), el('ram:ReasonCode@listID=5153', 'ENV')],
        el('ram:CategoryTradeTax', ...parts('exempt', 'E', '0.00')),
      ),
      el(
        'ram:SpecifiedLogisticsServiceCharge',
        ...[el('ram:Description', 'Transport'), el('ram:AppliedAmount', '3.00')],
        el('ram:AppliedTradeTax', ...parts('exempt', 'E', '0.00')),
      ),
    )
  const totals = find(settlement, 'ram:SpecifiedTradeSettlementHeaderMonetarySummation')
  const amounts: readonly (readonly [string, string])[] = [
    ...([['ram:LineTotalAmount', net] as const, ['ram:ChargeTotalAmount', charges] as const] as const),
    ...([['ram:TaxBasisTotalAmount', taxable] as const, ['ram:TaxTotalAmount', tax] as const] as const),
    ...([['ram:GrandTotalAmount', due] as const, ['ram:DuePayableAmount', due] as const] as const),
  ]
  for (const [name, amount] of amounts) find(totals, name).text = amount
  insert(
    settlement,
    /^ram:SpecifiedTradeSettlementPaymentMeans$/,
    el(
      'ram:TaxApplicableTradeCurrencyExchange',
      el('ram:SourceCurrencyCode', 'EUR'),
      el('ram:TargetCurrencyCode', 'USD'),
      el('ram:ConversionRate', '1.1'),
    ),
  )
  const agreement = find(transaction, 'ram:ApplicableHeaderTradeAgreement')
  insert(
    agreement,
    /OrderReferencedDocument$/,
    el(
      'ram:ApplicableTradeDeliveryTerms',
      el('ram:DeliveryTypeCode', 'DAP'),
      nested('ram:RelevantTradeLocation/ram:Name', 'Nantes'),
    ),
  )
}
