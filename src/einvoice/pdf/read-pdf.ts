import { inflateSync } from 'node:zlib'
import { type PdfDictionary, PdfScanner, type PdfValue, UnreadableValue } from './pdf-value.js'

/** A file inside of a PDF. */
export interface EmbeddedFile {
  readonly name: string
  /** `AFRelationship`: its relation to the page; absent: none is stated. */
  readonly relationship: string | undefined
  /** Whether the document names it as an associated file. */
  readonly isAssociated: boolean
  readonly bytes: Uint8Array
}

/** What a program reads of a hybrid invoice. */
interface ReadPdf {
  readonly files: readonly EmbeddedFile[]
  /** The metadata (XMP); absent: there is none. */
  readonly metadata: Uint8Array | undefined
}

/** The PDF can't be read. */
export class UnreadablePdf extends Error {
  override readonly name = 'UnreadablePdf'
}

/** Bytes that the compressed parts of a PDF may have altogether. */
const MOST_INFLATED = 48 * 1024 * 1024
/** Objects in a PDF. */
const MOST_OBJECTS = 100_000

/** Whether the bytes are those of a PDF. */
export function isPdf(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 64)).toString('latin1')
  return /^(?:\xef\xbb\xbf)?[\0\t\n\f\r ]*%PDF-/.test(head)
}

/**
 * Reads the embedded files and the metadata of a PDF. All objects of the file are read in its
 * order, so that a damaged table of them does not matter; of two with a number the later one
 * counts, as in a file that was extended.
 * @throws UnreadablePdf
 */
export function readPdf(bytes: Uint8Array): ReadPdf {
  const objects = new Objects(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const catalog = objects.catalog()
  const associated = new Set(
    objects.listOf(catalog.entries.get('AF')).flatMap((each) => (isReference(each) ? [each.object] : [])),
  )
  const files: EmbeddedFile[] = []
  for (const [number, value] of objects.specifications()) {
    const contents = objects.dictionaryOf(value.entries.get('EF'))
    const stream = objects.streamOf(contents?.entries.get('UF') ?? contents?.entries.get('F'))
    if (stream === undefined) continue
    const relationship = objects.resolved(value.entries.get('AFRelationship'))
    files.push({
      name: textIn(objects.resolved(value.entries.get('UF') ?? value.entries.get('F'))),
      relationship: isName(relationship) ? relationship.name : undefined,
      isAssociated: associated.has(number),
      bytes: stream,
    })
  }
  return { files, metadata: objects.streamOf(catalog.entries.get('Metadata')) }
}

interface PdfObject {
  readonly value: PdfValue
  /** Its place in the file, or that of the stream that holds it. */
  readonly at: number
  /** Where its stream begins and ends in the file; absent: it has none. */
  readonly stream?: readonly [from: number, to: number]
}

class Objects {
  readonly #objects = new Map<number, PdfObject>()
  readonly #source: string
  #left = MOST_INFLATED

  constructor(private readonly bytes: Buffer) {
    this.#source = bytes.toString('latin1')
    if (/\/Encrypt[\0\t\n\f\r /<]/.test(this.#source.slice(-2048)) || this.#read())
      throw new UnreadablePdf('The PDF is encrypted')
    for (const object of [...this.#objects.values()]) this.#readPacked(object)
  }

  catalog(): PdfDictionary {
    const found = [...this.#objects.values()].findLast(({ value }) => isOfType(value, 'Catalog'))
    if (found === undefined || !isDictionary(found.value)) throw new UnreadablePdf('The PDF has no catalog')
    return found.value
  }

  /** The descriptions of embedded files, with the numbers of their objects. */
  *specifications(): Generator<readonly [number: number, value: PdfDictionary]> {
    for (const [number, { value }] of this.#objects)
      if (isDictionary(value) && value.entries.has('EF')) yield [number, value]
  }

  resolved(value: PdfValue | undefined): PdfValue | undefined {
    return isReference(value) ? this.#objects.get(value.object)?.value : value
  }

  dictionaryOf(value: PdfValue | undefined): PdfDictionary | undefined {
    const found = this.resolved(value)
    return isDictionary(found) ? found : undefined
  }

  listOf(value: PdfValue | undefined): readonly PdfValue[] {
    const found = this.resolved(value)
    return Array.isArray(found) ? (found as readonly PdfValue[]) : []
  }

  /** The content of a stream; undefined: the value is none. @throws UnreadablePdf */
  streamOf(value: PdfValue | undefined): Uint8Array | undefined {
    const object = isReference(value) ? this.#objects.get(value.object) : undefined
    return object && this.#contentOf(object)
  }

  /** @returns whether the file is encrypted */
  #read(): boolean {
    const heads = /([0-9]{1,10})[\0\t\n\f\r ]{1,9}[0-9]{1,5}[\0\t\n\f\r ]{1,9}obj/g
    let isEncrypted = false
    for (let head; (head = heads.exec(this.#source)) !== null;) {
      if (this.#objects.size >= MOST_OBJECTS) throw new UnreadablePdf('The PDF has too many objects')
      const scanner = new PdfScanner(this.#source, heads.lastIndex)
      try {
        const value = scanner.value()
        const stream = isDictionary(value) ? this.#streamAt(scanner, value) : undefined
        this.#objects.set(Number(head[1]), { value, at: head.index, ...(stream && { stream }) })
        if (isOfType(value, 'XRef') && isDictionary(value) && value.entries.has('Encrypt')) isEncrypted = true
        heads.lastIndex = Math.max(heads.lastIndex, stream?.[1] ?? scanner.at)
      } catch (error) {
        // Bytes that look like the head of an object.
        if (!(error instanceof UnreadableValue)) throw error
      }
    }
    return isEncrypted
  }

  #streamAt(scanner: PdfScanner, { entries }: PdfDictionary): readonly [number, number] | undefined {
    if (!scanner.passes('stream')) return undefined
    let from = scanner.at
    if (this.#source[from] === '\r') from += 1
    if (this.#source[from] === '\n') from += 1
    const length = entries.get('Length')
    const known = typeof length === 'number' ? from + length : undefined
    const isRight = known !== undefined && /^[\r\n]{0,2}endstream/.test(this.#source.slice(known, known + 11))
    if (isRight) return [from, known]
    const end = this.#source.indexOf('endstream', from)
    if (end < 0) return undefined
    return [from, end - (/\r?\n$/.exec(this.#source.slice(end - 2, end))?.[0].length ?? 0)]
  }

  /** Objects in a compressed stream (ISO 32000-1, 7.5.7), unless the file has them later. */
  #readPacked(object: PdfObject): void {
    if (!isOfType(object.value, 'ObjStm') || !isDictionary(object.value)) return
    const [count, first] = ['N', 'First'].map((name) =>
      isDictionary(object.value) ? object.value.entries.get(name) : 0,
    )
    if (typeof count !== 'number' || typeof first !== 'number') return
    const source = Buffer.from(this.#contentOf(object) ?? []).toString('latin1')
    const heads = source.slice(0, first).match(/[0-9]+/g) ?? []
    for (let index = 0; index < Math.min(count, MOST_OBJECTS, heads.length / 2); index += 1) {
      const number = Number(heads[2 * index])
      if ((this.#objects.get(number)?.at ?? -1) > object.at) continue
      try {
        const value = new PdfScanner(source, first + Number(heads[2 * index + 1])).value()
        this.#objects.set(number, { value, at: object.at })
      } catch (error) {
        if (!(error instanceof UnreadableValue)) throw error
      }
    }
  }

  #contentOf({ value, stream }: PdfObject): Uint8Array | undefined {
    if (stream === undefined || !isDictionary(value)) return undefined
    const content = this.bytes.subarray(...stream)
    const filter = this.resolved(value.entries.get('Filter'))
    const filters = Array.isArray(filter) ? (filter as readonly PdfValue[]) : filter === undefined ? [] : [filter]
    if (filters.length === 0) return content
    const [only, another] = filters
    if (another !== undefined || !isName(only) || (only.name !== 'FlateDecode' && only.name !== 'Fl'))
      throw new UnreadablePdf('A part of the PDF has another compression than FlateDecode')
    try {
      const inflated = inflateSync(content, { maxOutputLength: Math.max(1, this.#left) })
      this.#left -= inflated.length
      return inflated
    } catch {
      throw new UnreadablePdf('A compressed part of the PDF is damaged or too large')
    }
  }
}

function isDictionary(value: PdfValue | undefined): value is PdfDictionary {
  return typeof value === 'object' && value !== null && 'entries' in value && value.entries instanceof Map
}

function isReference(value: PdfValue | undefined): value is { readonly object: number } {
  return typeof value === 'object' && value !== null && 'object' in value
}

function isName(value: PdfValue | undefined): value is { readonly name: string } {
  return typeof value === 'object' && value !== null && 'name' in value
}

function isOfType(value: PdfValue, type: string): boolean {
  const found = isDictionary(value) ? value.entries.get('Type') : undefined
  return isName(found) && found.name === type
}

/** A text string: UTF-16 with a byte order mark, UTF-8 with one, else nearly Latin-1. */
function textIn(value: PdfValue | undefined): string {
  if (typeof value !== 'object' || value === null || !('text' in value)) return ''
  const bytes = Buffer.from(value.text, 'latin1')
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return bytes
      .subarray(2, 2 * (bytes.length >> 1))
      .swap16()
      .toString('utf16le')
  if (value.text.startsWith('\xef\xbb\xbf')) return bytes.subarray(3).toString('utf8')
  return value.text
}
