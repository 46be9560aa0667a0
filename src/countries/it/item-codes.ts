import type { Line } from '../../domain/request/invoice-request.js'
import type { RequestItem } from '../../domain/request/terms.js'
import { defined } from '../../domain/defined.js'
import { ITEM_CLASSIFICATIONS, itemClassificationScheme } from '../../einvoice/codes/item-classifications.js'
import type { Item } from '../../einvoice/model/lines.js'

/** CodiceArticolo: CodiceTipo and CodiceValore. */
interface ItemCode {
  readonly type: string
  readonly code: string
}

/** CodiceTipo of the schemes of UNTDID 7143 with their own names; others are unchanged. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['STI', 'CPV'],
  ['HS', 'TARIC'],
  ['ZZZ', 'INTERNO'],
])
const SCHEMES: ReadonlyMap<string, string> = new Map(Array.from(TYPES, ([scheme, type]) => [type, scheme]))

/** AssoSoftware's names for codes of the supplier and of the customer. */
const SELLERS = 'AswArtFor'
const BUYERS = 'AswArtCli'
/**
 * For a GTIN, ISO 6523 code 0160; for other standard identifiers the code of the scheme follows.
 */
const GTIN = '0160'
const GTIN_TYPE = 'EAN'
const OTHER_STANDARD = 'ICD'

/** Classifications (BT-158), then the supplier's, the customer's and the standard identifier. */
export function itemCodesOf(item: Item): readonly ItemCode[] {
  const { classifications, sellersIdentifier, buyersIdentifier, standardIdentifier: standard } = item
  const scheme = standard?.scheme ?? ''
  return [
    ...classifications.map(({ code, scheme: of }) => ({ type: TYPES.get(of) ?? of, code })),
    ...(sellersIdentifier === undefined ? [] : [{ type: SELLERS, code: sellersIdentifier }]),
    ...(buyersIdentifier === undefined ? [] : [{ type: BUYERS, code: buyersIdentifier }]),
    ...(standard === undefined
      ? []
      : [{ type: scheme === GTIN ? GTIN_TYPE : OTHER_STANDARD + scheme, code: standard.value }]),
  ]
}

/**
 * The inverse of `itemCodesOf`; unknown types are left out. The first classification is `itemCode`
 * if its scheme follows from its form.
 */
export function readItemCodes(
  codes: readonly ItemCode[],
): Pick<Line, 'itemCode'> &
  Pick<RequestItem, 'sellersIdentifier' | 'buyersIdentifier' | 'standardIdentifier' | 'classifications'> {
  const classified = codes.flatMap(({ type, code }) => {
    const scheme = SCHEMES.get(type) ?? (ITEM_CLASSIFICATIONS.has(type) && !TYPES.has(type) ? type : undefined)
    return scheme === undefined ? [] : [{ code, scheme }]
  })
  const [first, ...others] = classified
  const isPlain = first !== undefined && first.scheme === itemClassificationScheme(first.code)
  const classifications = isPlain ? others : classified
  const codeOf = (type: string): string | undefined => codes.find((each) => each.type === type)?.code
  const standard = codes.find(({ type }) => type === GTIN_TYPE || type.startsWith(OTHER_STANDARD))
  return defined({
    itemCode: isPlain ? first.code : undefined,
    classifications: classifications.length === 0 ? undefined : classifications,
    sellersIdentifier: codeOf(SELLERS),
    buyersIdentifier: codeOf(BUYERS),
    standardIdentifier: standard && standardIdentifier(standard),
  })
}

function standardIdentifier({ type, code }: ItemCode): RequestItem['standardIdentifier'] {
  const scheme = type === GTIN_TYPE ? GTIN : type.slice(OTHER_STANDARD.length)
  return scheme === '' ? { id: code } : { id: code, scheme }
}
