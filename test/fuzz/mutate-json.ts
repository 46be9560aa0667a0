import type { Draw } from './draw.js'

/** Values that readers of JSON do not expect. */
const ODD: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e308, 2 ** 53, '', ' ', '0', 'NaN', '\u0000', '\ud800', [], [[]], [null], {}],
  ...['2026-02-30', '2026-02-30T00:00:00.000Z', '+275760-09-13T00:00:00.001Z', '-000001-01-01T00:00:00Z'],
  // Neither a text nor a number can be made of it, nor can its hash be looked up.
  { toString: null, valueOf: null },
  { length: 4_294_967_296 },
  { then: 1, constructor: null },
]

type Place = readonly [holder: Record<string, unknown>, name: string]

/**
 * The bytes with one to three values of a document of JSON in them changed: all of them, or of a
 * line that is one. Without JSON in them the bytes are as they were.
 */
export function withJsonChanged(bytes: Buffer, draw: Draw): Buffer<ArrayBuffer> {
  const whole = parsed(bytes)
  if (whole !== undefined) return changed(whole, draw) ?? Buffer.from(bytes)
  const lines = linesOf(bytes)
  for (let tries = 0; tries < 3 && lines.length > 0; tries++) {
    const [from, to] = lines[draw(lines.length)] ?? [0, 0]
    // The text before the first bracket is a mark.
    const start = bytes.subarray(from, to).findIndex((byte) => byte === 0x7b || byte === 0x5b)
    const value = start === -1 ? undefined : parsed(bytes.subarray(from + start, to))
    if (value === undefined) continue
    const line = changed(value, draw) ?? bytes.subarray(from + start, to)
    return Buffer.concat([bytes.subarray(0, from + start), line, bytes.subarray(to)])
  }
  return Buffer.from(bytes)
}

/** null: it is nested too deeply to be written. */
function changed(value: unknown, draw: Draw): Buffer<ArrayBuffer> | null {
  try {
    return Buffer.from(changedText(value, draw))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function changedText(value: unknown, draw: Draw): string {
  const root: Record<string, unknown> = { value }
  for (let times = 1 + draw(3); times > 0; times--) {
    const places = placesIn(root)
    const [holder, name] = places[draw(places.length)] ?? [root, 'value']
    switch (draw(6)) {
      case 0:
        if (Array.isArray(holder)) holder.splice(Number(name), 1)
        // eslint-disable-next-line @typescript-eslint/no-dynamic-delete
        else delete holder[name]
        break
      case 1:
        holder[name] = [holder[name], holder[name]]
        break
      case 2: {
        // A value of elsewhere: right in form, wrong in place.
        const [other, otherName] = places[draw(places.length)] ?? [root, 'value']
        holder[name] = structuredClone(other[otherName])
        break
      }
      default:
        holder[name] = structuredClone(ODD[draw(ODD.length)])
    }
  }
  return JSON.stringify(root['value'] ?? null)
}

/** Every path of a nested value. */
function placesIn(root: object): readonly Place[] {
  const places: Place[] = []
  const open: object[] = [root]
  for (let holder = open.pop(); holder !== undefined && places.length < 10_000; holder = open.pop()) {
    for (const name of Object.keys(holder)) {
      places.push([holder as Record<string, unknown>, name])
      const value = (holder as Record<string, unknown>)[name]
      if (typeof value === 'object' && value !== null) open.push(value)
    }
  }
  return places
}

function linesOf(bytes: Buffer): readonly (readonly [from: number, to: number])[] {
  const lines: (readonly [number, number])[] = []
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(0x0a, from)
    const to = end === -1 ? bytes.length : end
    if (bytes.subarray(from, to).some((byte) => byte === 0x7b || byte === 0x5b)) lines.push([from, to])
    from = to + 1
  }
  return lines
}

/** undefined: it is no object and no array. */
function parsed(bytes: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'))
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
