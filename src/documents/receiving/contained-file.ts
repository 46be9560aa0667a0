import { cut } from '../../domain/text.js'
import { isPdf } from '../../einvoice/pdf/read-pdf.js'
import type { ContainedFile } from './reading.js'

const LONGEST_NAME = 200
const PNG = [0x89, 0x50, 0x4e, 0x47]
const JPEG = [0xff, 0xd8, 0xff]
const ZIP = [0x50, 0x4b, 0x03, 0x04]
/** Formats of EN 16931 (BT-125) that are ZIP files, by the end of the name. */
const ZIPPED: readonly (readonly [RegExp, string])[] = [
  [/\.xlsx$/i, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  [/\.ods$/i, 'application/vnd.oasis.opendocument.spreadsheet'],
  [/\.zip$/i, 'application/zip'],
]
const ANYTHING = 'application/octet-stream'

/**
 * An attached file of an unknown sender: its name without folders and control characters, its
 * media type by its content, regardless of what the document claims. What a browser might run is
 * bytes.
 */
export function containedFile(named: string, bytes: Uint8Array, index: number): ContainedFile {
  const last = named.split(/[/\\]/).at(-1) ?? ''
  // Control and format characters: U+202E makes `exe.pdf` of `fdp.exe`.
  const plain = last.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '').trim()
  const filename = /^\.*$/.test(plain) ? `attachment-${index + 1}` : cut(plain, LONGEST_NAME)
  return { filename, mediaType: mediaTypeOf(filename, bytes), bytes }
}

function mediaTypeOf(filename: string, bytes: Uint8Array): string {
  if (isPdf(bytes)) return 'application/pdf'
  if (begins(bytes, PNG)) return 'image/png'
  if (begins(bytes, JPEG)) return 'image/jpeg'
  if (begins(bytes, ZIP)) return ZIPPED.find(([end]) => end.test(filename))?.[1] ?? ANYTHING
  return /\.csv$/i.test(filename) && isPlainText(bytes) ? 'text/csv' : ANYTHING
}

function begins(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte)
}

/** Neither binary nor markup. */
function isPlainText(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1_024)).toString('latin1')
  return !/[\0<]/.test(head)
}
