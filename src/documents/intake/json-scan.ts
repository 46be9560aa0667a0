import type { Detail } from '../../domain/refusal.js'
import { readNumber } from './clear-decimal.js'
import { shortened } from './messages.js'

const [QUOTE, COMMA, OPEN_ARRAY, BACKSLASH, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [
  0x22, 0x2c, 0x5b, 0x5c, 0x5d, 0x7b, 0x7d,
] as const

/**
 * Whether a text in UTF-8, JSON or not, stays within a nesting depth and a number of values. Costs
 * far less than parsing, and no memory.
 */
export function isSimple(bytes: Buffer, maxDepth: number, maxValues: number): boolean {
  let depth = 0
  let values = 1
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfString(bytes, at)
        break
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        if (++depth > maxDepth || ++values > maxValues) return false
        break
      case COMMA:
        if (++values > maxValues) return false
        break
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        depth--
        break
      default:
    }
  }
  return true
}

/** The end of the string that begins here; an unterminated one ends with the text. */
function endOfString(bytes: Buffer, start: number): number {
  let at = start
  do {
    at = bytes.indexOf(QUOTE, at + 1)
    if (at === -1) return bytes.length
  } while (isEscaped(bytes, at))
  return at
}

function isEscaped(bytes: Buffer, at: number): boolean {
  let backslashes = 0
  while (bytes[at - 1 - backslashes] === BACKSLASH) backslashes++
  return backslashes % 2 === 1
}

/** Further errors are counted, not listed. */
const MAX_FAULTS = 999

/** The result of a scan. */
interface Scanned {
  /** Each with its path in the text. */
  readonly faults: readonly Detail[]
  /** The text with the intended decimals in place of computed doubles. */
  readonly meant: string
}

/**
 * Scans a valid JSON text for what JSON.parse does not report: numbers that it would round, and
 * duplicate names in an object (it would drop the first).
 */
export function scanJson(text: string): Scanned {
  const scan = new Scan(text)
  scan.value('')
  const { faults, unlisted, meant } = scan
  if (unlisted === 0) return { faults, meant }
  return { faults: [...faults, { path: '', message: `has ${unlisted} more such values, which are not listed` }], meant }
}

class Scan {
  readonly faults: Detail[] = []
  unlisted = 0
  readonly #text: string
  /** The replacement of the text up to `#copied`. */
  readonly #pieces: string[] = []
  #copied = 0
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** See `Scanned`. */
  get meant(): string {
    return this.#pieces.length === 0 ? this.#text : this.#pieces.join('') + this.#text.slice(this.#copied)
  }

  value(path: string): void {
    this.#skipSpace()
    switch (this.#text[this.#at]) {
      case '{':
        return this.#object(path)
      case '[':
        return this.#array(path)
      case '"':
        this.#string()
        return
      default:
        return this.#scalar(path)
    }
  }

  #object(path: string): void {
    const seen = new Set<string>()
    this.#at++
    while (this.#more('}')) {
      const name = JSON.parse(this.#string()) as string
      const inner = path === '' ? shortened(name) : `${path}.${shortened(name)}`
      if (seen.has(name)) this.#fault(inner, 'occurs twice; send it once')
      seen.add(name)
      this.#skipSpace()
      this.#at++ // the colon
      this.value(inner)
    }
  }

  #array(path: string): void {
    this.#at++
    for (let index = 0; this.#more(']'); index++) this.value(`${path}[${index}]`)
  }

  /** Whether another member follows; skips commas, and the closing bracket. */
  #more(end: '}' | ']'): boolean {
    this.#skipSpace()
    if (this.#text[this.#at] === ',') {
      this.#at++
      this.#skipSpace()
    }
    if (this.#text[this.#at] !== end) return true
    this.#at++
    return false
  }

  #string(): string {
    const start = this.#at
    for (;;) {
      this.#at = this.#text.indexOf('"', this.#at + 1)
      let backslashes = 0
      while (this.#text[this.#at - 1 - backslashes] === '\\') backslashes++
      if (backslashes % 2 === 0) break
    }
    this.#at++
    return this.#text.slice(start, this.#at)
  }

  #scalar(path: string): void {
    const start = this.#at
    while (this.#at < this.#text.length && !',]} \t\r\n'.includes(this.#text.charAt(this.#at))) this.#at++
    const reading = readNumber(this.#text.slice(start, this.#at))
    if (reading === null) return
    if ('fault' in reading) return this.#fault(path, reading.fault)
    this.#pieces.push(this.#text.slice(this.#copied, start), reading.meant)
    this.#copied = this.#at
  }

  #fault(path: string, message: string): void {
    if (this.faults.length < MAX_FAULTS) this.faults.push({ path, message })
    else this.unlisted++
  }

  #skipSpace(): void {
    while (' \t\r\n'.includes(this.#text.charAt(this.#at)) && this.#at < this.#text.length) this.#at++
  }
}
