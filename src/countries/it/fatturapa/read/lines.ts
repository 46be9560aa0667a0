import type { InvoiceRequest, Line, SocialFund } from '../../../../domain/request/invoice-request.js'
import type { RequestAllowance, RequestItem } from '../../../../domain/request/terms.js'
import { defined } from '../../../../domain/defined.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { categoryOf } from '../../../../einvoice/model/vat-category.js'
import { enasarcoOf, STATED_FUND } from '../../enasarco.js'
import { EXTRA_NAMES, EXTRA_TYPES } from '../../extra-lines.js'
import { readItemCodes } from '../../item-codes.js'
import { exemptionOf, meaningOf, type NaturaContext } from '../../natura.js'
import { OTHER_DATA, valueOfOtherData } from '../../other-data.js'
import { isOwedInEU } from '../../summary.js'
import { unitCodeOf } from '../../units.js'
import { readPrice } from './price.js'
import { codeIn, dayIn, numberIn, textIn } from '../values.js'

/** The contents of DettaglioLinee: lines, and the document's allowances and charges. */
type ReadLines = Pick<InvoiceRequest, 'lines' | 'allowances' | 'charges'>

/** The DettaglioLinee of the lines themselves. */
export function linesOf(goods: XmlElement | undefined): readonly XmlElement[] {
  return (goods?.all('DettaglioLinee') ?? []).filter((element) => extraTypeOf(element) === undefined)
}

/**
 * 2.2.1 DettaglioLinee, with the laws in 2.2.2 DatiRiepilogo.
 * @param orderLines NumItem by NumeroLinea
 */
export function readLines(
  goods: XmlElement | undefined,
  orderLines: ReadonlyMap<string, string>,
  context: NaturaContext,
  said: Set<XmlElement>,
): ReadLines {
  const laws = readLaws(goods)
  const withLaw = <Taxed extends UntaxedFields>(element: XmlElement, taxed: Taxed, isOwed: boolean): Taxed => {
    const law = laws.get(groupOf(element))
    const natura = codeIn(element, 'Natura')
    // An exemption without a code needs words in every other format.
    const isSilent = taxed.vatCategory === 'E' && taxed.exemptionReasonCode?.startsWith('VATEX-') !== true
    const goesWithoutSaying = natura !== undefined && law === meaningOf(natura, isOwed) && !isSilent
    return law === undefined || goesWithoutSaying ? taxed : { ...taxed, exemptionReason: law }
  }
  const elements = linesOf(goods)
  const lines = elements.map((element, index) => readLine(element, index, laws, orderLines, context, said))
  const isOwed = isOwedInEU(context.customerCountry, lines.map(categoryOf))
  const extra = (type: string): readonly RequestAllowance[] | undefined => {
    const found = (goods?.all('DettaglioLinee') ?? []).filter((element) => extraTypeOf(element) === type)
    return found.length === 0
      ? undefined
      : found.map((element) => withLaw(element, readExtra(element, laws, context), isOwed))
  }
  return {
    lines: lines.map((line, index) => {
      const element = elements[index]
      return element === undefined ? line : withLaw(element, line, isOwed)
    }),
    ...defined({ allowances: extra(EXTRA_TYPES.allowance), charges: extra(EXTRA_TYPES.charge) }),
  }
}

type Laws = ReadonlyMap<string, string>
type UntaxedFields = Pick<Line, 'vatCategory' | 'exemptionReasonCode'>

function readLine(
  element: XmlElement,
  index: number,
  laws: Laws,
  orderLines: ReadonlyMap<string, string>,
  context: NaturaContext,
  said: Set<XmlElement>,
): Line {
  const [start, end] = [dayIn(element, 'DataInizioPeriodo'), dayIn(element, 'DataFinePeriodo')]
  const unit = codeIn(element, 'UnitaMisura')
  const number = codeIn(element, 'NumeroLinea')
  const { itemCode, note, ...item } = { ...readCodes(element), ...readOtherData(element, index === 0) }
  return {
    description: textIn(element, 'Descrizione') ?? '',
    ...readPrice(element, said),
    ...readTax(element, laws, context),
    unitCode: unit === undefined ? 'C62' : unitCodeOf(unit),
    ...defined({
      id: number === String(index + 1) ? undefined : number,
      itemCode,
      note,
      item: Object.keys(item).length === 0 ? undefined : item,
      period: start === undefined && end === undefined ? undefined : defined({ start, end }),
      withholding: codeIn(element, 'Ritenuta') === 'SI' ? true : undefined,
      orderLineReference: orderLines.get(number ?? ''),
      buyerAccountingReference: textIn(element, 'RiferimentoAmministrazione'),
    }),
  }
}

/** Rate and Natura in the fields of the JSON. */
export function readTax(element: XmlElement, laws: Laws, context: NaturaContext) {
  const natura = codeIn(element, 'Natura')
  return {
    vatRate: numberIn(element, 'AliquotaIVA') ?? 0,
    ...(natura !== undefined && exemptionOf(natura, laws.get(groupOf(element)), context)),
  }
}

function readCodes(element: XmlElement) {
  return readItemCodes(
    element.all('CodiceArticolo').map((code) => ({
      type: codeIn(code, 'CodiceTipo') ?? '',
      code: textIn(code, 'CodiceValore') ?? '',
    })),
  )
}

/** AltriDatiGestionali; groups that are not ours become attributes of the item. */
function readOtherData(
  element: XmlElement,
  isFirst: boolean,
): Pick<Line, 'note'> & Pick<RequestItem, 'description' | 'originCountry' | 'attributes'> {
  const texts: Record<string, string[]> = {}
  const attributes: { name: string; value: string }[] = []
  for (const { name, value, isText, fund } of otherData(element))
    if (isFirst && fund !== undefined) continue
    else if (isText && OURS.has(name)) (texts[name] ??= []).push(value)
    else attributes.push({ name, value })
  return defined({
    description: texts[OTHER_DATA.description]?.join('\n'),
    note: texts[OTHER_DATA.note]?.join('\n'),
    originCountry: texts[OTHER_DATA.origin]?.[0],
    attributes: attributes.length === 0 ? undefined : attributes,
  })
}

const OURS: ReadonlySet<string> = new Set([OTHER_DATA.description, OTHER_DATA.note, OTHER_DATA.origin])

function otherData(element: XmlElement) {
  return element.all('AltriDatiGestionali').map((data) => {
    const parts = defined({
      text: textIn(data, 'RiferimentoTesto'),
      number: codeIn(data, 'RiferimentoNumero'),
      date: codeIn(data, 'RiferimentoData'),
    })
    const isText = parts.number === undefined && parts.date === undefined
    const name = codeIn(data, 'TipoDato') ?? ''
    const fund = name === STATED_FUND && parts.number !== undefined ? enasarcoOf(parts.text) : undefined
    return { name, value: valueOfOtherData(parts), isText, fund }
  })
}

/** Contributions to ENASARCO in the data of the first line. */
export function readEnasarco(goods: XmlElement | undefined): readonly SocialFund[] {
  const [first] = linesOf(goods)
  return first === undefined ? [] : otherData(first).flatMap(({ fund }) => fund ?? [])
}

/** The kind of an allowance or charge of the document, as written by `putExtraLines`. */
function extraTypeOf(element: XmlElement): string | undefined {
  const type = codeIn(element, 'TipoCessionePrestazione')
  const price = numberIn(element, 'PrezzoUnitario') ?? 0
  const isOne = type === EXTRA_TYPES.allowance ? price <= 0 : type === EXTRA_TYPES.charge && price >= 0
  return isOne && element.child('Quantita') === undefined ? type : undefined
}

function readExtra(element: XmlElement, laws: Laws, context: NaturaContext): RequestAllowance {
  const data = otherData(element)
  const valueOf = (name: string): string | undefined => data.find((each) => each.name === name)?.value
  const numberOf = (name: string): number | undefined => {
    const value = Number(valueOf(name))
    return Number.isFinite(value) ? value : undefined
  }
  const name = codeIn(element, 'TipoCessionePrestazione') === EXTRA_TYPES.charge ? EXTRA_NAMES.AC : EXTRA_NAMES.SC
  const reason = textIn(element, 'Descrizione')
  return {
    amount: Math.abs(numberIn(element, 'PrezzoUnitario') ?? 0),
    ...readTax(element, laws, context),
    ...defined({
      percentage: numberOf(OTHER_DATA.percentage),
      baseAmount: numberOf(OTHER_DATA.base),
      reason: reason === name ? undefined : reason,
      reasonCode: valueOf(OTHER_DATA.reasonCode),
    }),
  }
}

/** Rate and Natura of a line or a summary. */
export function groupOf(element: XmlElement): string {
  return `${numberIn(element, 'AliquotaIVA') ?? 0} ${codeIn(element, 'Natura') ?? ''}`
}

/** RiferimentoNormativo by rate and Natura. */
function readLaws(goods: XmlElement | undefined): Laws {
  const laws = new Map<string, string>()
  for (const summary of goods?.all('DatiRiepilogo') ?? []) {
    const law = textIn(summary, 'RiferimentoNormativo')
    const group = groupOf(summary)
    if (law !== undefined && !laws.has(group)) laws.set(group, law)
  }
  return laws
}
