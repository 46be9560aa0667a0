import { trimmed } from '../../xml/white-space.js'

/** `number(text)`: a double, or NaN. */
export function numberOf(written: string): number {
  const number = trimmed(written)
  if (/^[+-]?INF$/.test(number)) return number.startsWith('-') ? -Infinity : Infinity
  return /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/.test(number) ? Number(number) : Number.NaN
}
