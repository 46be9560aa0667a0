import { Decimal } from '../../../src/einvoice/model/decimal.js'

/**
 * A model as plain data, so that two that say the same compare equal: numbers by value, what is
 * undefined left out.
 */
export function plain(value: unknown): unknown {
  if (value instanceof Decimal) return value.toString()
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
    .map(([key, each]) => [key, plain(each)] as const)
    // A group that says nothing is written as nothing.
    .filter(([, each]) => each !== undefined && !isEmptyObject(each))
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries)
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
}
