import type { ItemClassification } from '../model/lines.js'
import type { XmlElement } from '../xml/element.js'
import type { Reading } from './reading.js'
import { trimmed } from '../xml/white-space.js'
import { addAll } from '../../domain/lists.js'

/**
 * Allowances and charges, which are one element in both syntaxes, distinguished by an indicator;
 * elements without a valid indicator go into the report.
 * @param indicator the path of names from the element to its indicator
 */
export function sortedByIndicator<T>(
  reading: Reading,
  elements: readonly XmlElement[],
  indicator: readonly string[],
  read: (element: XmlElement) => T,
): { readonly allowances: T[]; readonly charges: T[] } {
  const allowances: T[] = []
  const charges: T[] = []
  for (const element of elements) {
    const way: XmlElement[] = [element]
    for (const name of indicator) addAll(way, way.at(-1)?.all(name).slice(0, 1) ?? [])
    const isCharge = way.length > indicator.length ? reading.boolean(way.at(-1)) : undefined
    if (isCharge === undefined) continue
    for (const taken of way) reading.take(taken)
    const target = isCharge ? charges : allowances
    target.push(read(element))
  }
  return { allowances, charges }
}

/** UNTDID 4461: payment to an account. */
const CREDIT_TRANSFERS = new Set(['30', '31', '42', '57', '58'])

/**
 * The means of payment that are one in the standard (BT-81): those with the code of the first, and
 * further accounts of a credit transfer, whose other code is not read. Marks them and their codes.
 */
export function meansOfPayment(
  reading: Reading,
  all: readonly XmlElement[],
  codeName: 'cbc:PaymentMeansCode' | 'ram:TypeCode',
): readonly XmlElement[] {
  const codeOf = (means: XmlElement | undefined): string => trimmed(means?.child(codeName)?.text ?? '')
  const first = codeOf(all[0])
  return all.filter((means) => {
    const code = codeOf(means)
    if (code === first) reading.child(means, codeName)
    else if (!CREDIT_TRANSFERS.has(first) || !CREDIT_TRANSFERS.has(code)) return false
    reading.take(means)
    return true
  })
}

/**
 * Whether an allowance or charge of a price is not clearly a discount (BT-147), the only kind that
 * the standard has. One without an indicator is a discount.
 */
export function isSurcharge(reading: Reading, element: XmlElement | undefined, indicator: readonly string[]): boolean {
  let found = element
  for (const name of indicator) found = found?.child(name)
  return found !== undefined && reading.boolean(found) !== false
}

/** BT-158. */
export function readClassification(reading: Reading, code: XmlElement): ItemClassification {
  return reading.origin(code, {
    code: code.text,
    scheme: reading.attribute(code, 'listID') ?? '',
    schemeVersion: reading.attribute(code, 'listVersionID'),
  })
}
