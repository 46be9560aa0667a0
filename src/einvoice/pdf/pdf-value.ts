/** A value in a PDF. Strings are in the bytes of the file, as Latin-1. */
export type PdfValue = number | boolean | null | PdfName | PdfReference | PdfText | readonly PdfValue[] | PdfDictionary

/** A name: `/AFRelationship`. */
interface PdfName {
  readonly name: string
}

/** A reference to an object by its number. */
interface PdfReference {
  readonly object: number
}

/** A string. */
interface PdfText {
  readonly text: string
}

/** A dictionary. */
export interface PdfDictionary {
  readonly entries: ReadonlyMap<string, PdfValue>
}

/** The value can't be read. */
export class UnreadableValue extends Error {
  override readonly name = 'UnreadableValue'
}

/** Values are not nested deeper in any invoice. */
const DEEPEST = 60

const SPACE = /[\0\t\n\f\r ]/
const DELIMITER = /[\0\t\n\f\r ()<>[\]{}/%]/

/** Reads values one after another (ISO 32000-1, 7.3). */
export class PdfScanner {
  constructor(
    private readonly source: string,
    public at: number,
  ) {}

  /** @throws UnreadableValue */
  value(depth = 0): PdfValue {
    if (depth > DEEPEST) throw new UnreadableValue('values are nested too deeply')
    this.space()
    const start = this.source[this.at]
    if (start === undefined) throw new UnreadableValue('the file ends within a value')
    if (start === '/') return this.#name()
    if (start === '(') return this.#literal()
    if (start === '[') return this.#array(depth)
    if (start === '<') return this.source[this.at + 1] === '<' ? this.dictionary(depth) : this.#hexadecimal()
    return this.#word()
  }

  /** Passes white space and comments. */
  space(): void {
    for (; this.at < this.source.length; this.at += 1) {
      const char = this.source[this.at] ?? ''
      if (char === '%') {
        while (this.at < this.source.length && !/[\r\n]/.test(this.source[this.at] ?? '')) this.at += 1
      } else if (!SPACE.test(char)) return
    }
  }

  /** Whether a word follows, which is passed then. */
  passes(word: string): boolean {
    this.space()
    if (!this.source.startsWith(word, this.at)) return false
    this.at += word.length
    return true
  }

  dictionary(depth: number): PdfDictionary {
    this.at += 2
    const entries = new Map<string, PdfValue>()
    while (!this.passes('>>')) {
      const key = this.value(depth + 1)
      if (key === null || typeof key !== 'object' || !('name' in key))
        throw new UnreadableValue('the key of a dictionary is no name')
      entries.set(key.name, this.value(depth + 1))
    }
    return { entries }
  }

  #array(depth: number): readonly PdfValue[] {
    this.at += 1
    const values: PdfValue[] = []
    while (!this.passes(']')) values.push(this.value(depth + 1))
    return values
  }

  #name(): PdfName {
    this.at += 1
    const start = this.at
    this.#toDelimiter()
    return {
      name: this.source
        .slice(start, this.at)
        .replaceAll(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
    }
  }

  #hexadecimal(): PdfText {
    const end = this.source.indexOf('>', this.at)
    if (end < 0) throw new UnreadableValue('a string has no end')
    const digits = this.source.slice(this.at + 1, end).replaceAll(/[^0-9a-fA-F]/g, '')
    this.at = end + 1
    return { text: Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex').toString('latin1') }
  }

  #literal(): PdfText {
    let text = ''
    let open = 1
    for (this.at += 1; this.at < this.source.length; this.at += 1) {
      const char = this.source[this.at] ?? ''
      if (char === '\\') text += this.#escaped()
      else {
        if (char === '(') open += 1
        if (char === ')') open -= 1
        if (open === 0) {
          this.at += 1
          return { text }
        }
        text += char
      }
    }
    throw new UnreadableValue('a string has no end')
  }

  /** The character after a backslash; stays on its last one. */
  #escaped(): string {
    const [octal] = /^[0-7]{1,3}/.exec(this.source.slice(this.at + 1, this.at + 4)) ?? []
    if (octal !== undefined) {
      this.at += octal.length
      return String.fromCharCode(parseInt(octal, 8) & 255)
    }
    this.at += 1
    const char = this.source[this.at] ?? ''
    return ESCAPES[char] ?? char
  }

  #word(): PdfValue {
    const start = this.at
    this.#toDelimiter()
    const word = this.source.slice(start, this.at)
    if (word === 'true' || word === 'false') return word === 'true'
    if (word === 'null') return null
    if (!/^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/.test(word)) throw new UnreadableValue('a value can not be read')
    const [reference] =
      /^[\0\t\n\f\r ]+[0-9]+[\0\t\n\f\r ]+R(?![A-Za-z])/.exec(this.source.slice(this.at, this.at + 30)) ?? []
    if (reference === undefined || !/^[0-9]+$/.test(word)) return Number(word)
    this.at += reference.length
    return { object: Number(word) }
  }

  #toDelimiter(): void {
    while (this.at < this.source.length && !DELIMITER.test(this.source[this.at] ?? '')) this.at += 1
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '\n': '',
  '\r': '',
}
