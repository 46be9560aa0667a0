import { isObject } from '../../domain/json.js'

/** Of a row or value without content. */
const FRAME = 64

/** The approximate size of a row in memory, in bytes; never less than its texts. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 16
  let size = FRAME
  if (Array.isArray(value)) for (const element of value) size += sizeOf(element)
  else if (isObject(value)) for (const name in value) size += sizeOf(value[name]) + 8
  else return 8
  return size
}
