import type { ItemClassification } from '../model/lines.js'
import type { XmlElement } from '../xml/element.js'
import type { Reading } from './reading.js'
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

/** BT-158. */
export function readClassification(reading: Reading, code: XmlElement): ItemClassification {
  return reading.origin(code, {
    code: code.text,
    scheme: code.attribute('listID') ?? '',
    schemeVersion: code.attribute('listVersionID'),
  })
}
