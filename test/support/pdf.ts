import { inflateSync } from 'node:zlib'

/**
 * A reader for the PDFs that the service makes: objects by the cross-reference table, streams,
 * texts by the fonts' own tables. Other PDFs are not supported.
 */
interface ReadPdf {
  /** The dictionaries of all objects, as they are written. */
  readonly objects: readonly string[]
  /** Every line that is drawn, page by page, in the order in which it is drawn. */
  readonly pages: readonly (readonly string[])[]
  /** The metadata, XML. */
  readonly metadata: string
  readonly files: readonly { readonly name: string; readonly relationship: string; readonly bytes: Buffer }[]
}

interface PdfObject {
  readonly dictionary: string
  readonly stream: Buffer | null
}

/** Reads a PDF. Throws where its table and its objects do not agree. */
export function readPdf(bytes: Uint8Array): ReadPdf {
  const objects = objectsOf(Buffer.from(bytes))
  const of = (reference: string | undefined): PdfObject => {
    const found = objects.get(Number(reference))
    if (found === undefined) throw new Error(`there is no object ${reference}`)
    return found
  }
  const all = [...objects.values()]
  const fonts = new Map<string, ReadonlyMap<string, string>>()
  const pages: string[][] = []
  for (const { dictionary } of all.filter((object) => object.dictionary.includes('/Type /Page\n'))) {
    const resources = of(/\/Resources (\d+) 0 R/.exec(dictionary)?.[1]).dictionary
    for (const [, name = '', reference] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = of(/\/ToUnicode (\d+) 0 R/.exec(of(reference).dictionary)?.[1]).stream
      if (!fonts.has(name)) fonts.set(name, unicodeOf(table?.toString('latin1') ?? ''))
    }
    pages.push(linesOf(of(/\/Contents (\d+) 0 R/.exec(dictionary)?.[1]).stream?.toString('latin1') ?? '', fonts))
  }
  const files = all
    .filter(({ dictionary }) => dictionary.includes('/Type /Filespec'))
    .map(({ dictionary }) => ({
      name: /\/F \((.*?)\)/.exec(dictionary)?.[1] ?? '',
      relationship: /\/AFRelationship \/(\w+)/.exec(dictionary)?.[1] ?? '',
      bytes: of(/\/EF <<\n\/F (\d+) 0 R/.exec(dictionary)?.[1]).stream ?? Buffer.alloc(0),
    }))
  const metadata = all.find(({ dictionary }) => dictionary.includes('/Type /Metadata'))?.stream
  return { objects: all.map(({ dictionary }) => dictionary), pages, files, metadata: metadata?.toString('utf8') ?? '' }
}

/** The texts of all pages as one, without white space: how they are broken does not matter. */
export function textOf({ pages }: ReadPdf): string {
  return squeezed(pages.flat().join(''))
}

/** A text without its white space. */
export function squeezed(text: string): string {
  return text.replaceAll(/\s/g, '')
}

function objectsOf(bytes: Buffer): ReadonlyMap<number, PdfObject> {
  const end = bytes.toString('latin1', bytes.length - 200)
  const table = bytes.toString('latin1', Number(/startxref\n(\d+)/.exec(end)?.[1]))
  const objects = new Map<number, PdfObject>()
  const offsets = [...table.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset))
  offsets.forEach((offset, index) => {
    objects.set(index + 1, objectAt(bytes, offset, index + 1))
  })
  return objects
}

function objectAt(bytes: Buffer, offset: number, id: number): PdfObject {
  const start = `${id} 0 obj\n`
  if (bytes.toString('latin1', offset, offset + start.length) !== start) throw new Error(`object ${id} is not there`)
  const ends = bytes.indexOf('\nendobj', offset)
  const begins = bytes.subarray(offset, ends).indexOf('\nstream\n') + offset
  if (begins < offset) return { dictionary: bytes.toString('latin1', offset + start.length, ends), stream: null }
  const dictionary = bytes.toString('latin1', offset + start.length, begins)
  const from = begins + '\nstream\n'.length
  const stream = bytes.subarray(from, from + Number(/\/Length (\d+)/.exec(dictionary)?.[1]))
  return { dictionary, stream: dictionary.includes('/Filter /FlateDecode') ? inflateSync(stream) : stream }
}

/** From the code of a glyph to the characters that it shows. */
function unicodeOf(table: string): ReadonlyMap<string, string> {
  const known = new Map<string, string>()
  for (const [, first = '0', , entries = ''] of table.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g)) {
    ;[...entries.matchAll(/<([^>]*)>/g)].forEach(([, codes = ''], index) => {
      const units = codes.split(' ').map((code) => parseInt(code, 16))
      known.set((parseInt(first, 16) + index).toString(16).padStart(4, '0'), String.fromCharCode(...units))
    })
  }
  return known
}

function linesOf(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  const drawn = /^\/Span <<\n\/ActualText \((?<actual>[^]*?)(?<!\\)\)\n>> BDC\n[^]*?^EMC$|^BT\n(?<text>[^]*?)\nET$/gm
  return [...content.matchAll(drawn)].map(({ groups = {} }) => {
    const { actual, text = '' }: Readonly<Record<string, string | undefined>> = groups
    if (actual !== undefined) return stringOf(actual)
    const font = fonts.get(/\/(F\d+) /.exec(text)?.[1] ?? '')
    return [...text.matchAll(/<([0-9a-f]+)>/g)]
      .flatMap(([, codes = '']) => codes.match(/.{4}/g) ?? [])
      .map((code) => font?.get(code) ?? `<${code}>`)
      .join('')
  })
}

/** A string of PDF in UTF-16 (ISO 32000-1, 7.9.2.2), or in ASCII. */
function stringOf(written: string): string {
  const bytes = written.replaceAll(/\\([nrtbf()\\])/g, (_, sign: string) => ESCAPES[sign] ?? sign)
  return bytes.startsWith('\u00fe\u00ff') ? Buffer.from(bytes.slice(2), 'latin1').swap16().toString('utf16le') : bytes
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
