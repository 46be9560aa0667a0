import { isObject } from '../../domain/json.js'

/**
 * About the number of bytes of a value as JSON: enough to bound what is held in memory, at a
 * fraction of the cost of writing it.
 */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  let size = 2
  if (Array.isArray(value)) {
    for (const item of value) size += sizeOf(item) + 1
    return size
  }
  if (!isObject(value)) return 6
  for (const key of Object.keys(value)) size += key.length + 4 + sizeOf(value[key])
  return size
}
