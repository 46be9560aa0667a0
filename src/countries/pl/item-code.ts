import type { Line } from '../../domain/request/invoice-request.js'
import type { RequestClassification, RequestItem, SchemedId } from '../../domain/request/terms.js'
import { isBlank } from '../../einvoice/xml/white-space.js'

/** The element of a line's code in FA(3). */
export type ItemCodeElement = 'GTU' | 'GTIN' | 'PKWiU' | 'CN' | 'PKOB' | 'Indeks'

/** Classification elements by their schemes. */
const SCHEMES = ['GTU', 'PKWiU', 'CN', 'PKOB'] as const satisfies ItemCodeElement[]

/** ISO 6523 of the GTIN. */
const GTIN = '0160'

/**
 * By its form: `GTU_01` to `GTU_13`; a GTIN of 13 or 14 digits with its check digit; PKWiU such as
 * 62.01.11.0; the eight digits of the Combined Nomenclature; or else the seller's own code.
 */
export function elementOfItemCode(code: string): ItemCodeElement {
  if (/^GTU_(?:0[1-9]|1[0-3])$/.test(code)) return 'GTU'
  if (/^\d{13,14}$/.test(code) && hasCheckDigit(code)) return 'GTIN'
  if (/^\d{2}\.\d{2}(?:\.\d{1,2}(?:\.\d)?)?$/.test(code)) return 'PKWiU'
  return /^\d{4} ?\d{2} ?\d{2}$/.test(code) ? 'CN' : 'Indeks'
}

/** GS1: from the right, every second digit counts three times; the sum is a multiple of ten. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

interface Codes {
  readonly placed: ReadonlyMap<ItemCodeElement, string>
  /** Codes whose element is already used, or that have none. */
  readonly codes: readonly RequestClassification[]
  readonly standardIdentifier: SchemedId | undefined
}

/**
 * The codes of a line by their elements. Codes with an explicit element take precedence over
 * `itemCode`.
 */
function codesOf({ itemCode, item = {} }: Line): Codes {
  const placed = new Map<ItemCodeElement, string>()
  const place = (element: ItemCodeElement | undefined, code: string): boolean => {
    if (element === undefined || placed.has(element)) return false
    placed.set(element, code)
    return true
  }
  const { sellersIdentifier, standardIdentifier, classifications = [] }: RequestItem = item
  if (!isBlank(sellersIdentifier)) place('Indeks', sellersIdentifier)
  const isGtin = standardIdentifier?.scheme === GTIN && place('GTIN', standardIdentifier.id)
  const all = [...(isBlank(itemCode) ? [] : [{ code: itemCode }]), ...classifications]
  const codes = all.filter((each, index) => {
    const { code, scheme, schemeVersion }: RequestClassification = each
    if (schemeVersion !== undefined) return true
    const byForm = elementOfItemCode(code)
    // `itemCode` is one of the seller's own codes.
    const isOwn = byForm === 'Indeks' && (index > 0 || isBlank(itemCode))
    const named = SCHEMES.find((each) => each === scheme)
    return !place(scheme === undefined ? (isOwn ? undefined : byForm) : named, code)
  })
  return { placed, codes, standardIdentifier: isGtin ? undefined : standardIdentifier }
}

/** The codes of a line that have their own element. */
export function placedCodes(line: Line): Codes['placed'] {
  return codesOf(line).placed
}

/** The codes of a line without their own element. */
export function unplacedCodes(line: Line): Omit<Codes, 'placed'> {
  return codesOf(line)
}

/** The JSON fields for codes by their elements: `itemCode` and `item`. */
export function readCodes(
  codes: ReadonlyMap<ItemCodeElement, string>,
): Pick<Line, 'itemCode'> & Pick<RequestItem, 'sellersIdentifier' | 'standardIdentifier' | 'classifications'> {
  const [index, gtin] = [codes.get('Indeks'), codes.get('GTIN')]
  const classes = (['GTU', 'PKWiU', 'CN', 'PKOB'] as const).flatMap((element) => {
    const code = codes.get(element)
    if (code === undefined) return []
    return [elementOfItemCode(code) === element ? { code } : { code, scheme: element }]
  })
  const [first] = classes
  const isPlain = first !== undefined && !('scheme' in first)
  const others = isPlain ? classes.slice(1) : classes
  return {
    ...(isPlain && { itemCode: first.code }),
    ...(index !== undefined && { sellersIdentifier: index }),
    ...(gtin !== undefined && { standardIdentifier: { id: gtin, scheme: GTIN } }),
    ...(others.length > 0 && { classifications: others }),
  }
}
