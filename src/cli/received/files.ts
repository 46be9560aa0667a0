import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../../domain/caught.js'
import { isId } from '../../domain/ids.js'
import { fieldsOf, itemsOf } from '../../domain/json.js'
import { cut } from '../../domain/text.js'
import { StartupError } from '../../storage/startup-error.js'
import type { ApiReader, Listed } from './reader.js'

const HEAD = 'received.json'
const LONGEST_NAME = 100
/** Signs of paths on any system, and characters that don't show. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\\/:*?"<>|]/gu
const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/xml': '.xml',
  'application/json': '.json',
  'application/pdf': '.pdf',
  'application/zip': '.zip',
  'application/pkcs7-mime': '.p7m',
}

/** Where an invoice is written. */
interface Place {
  readonly directory: string
  readonly withPdf: boolean
}

/**
 * Writes a received invoice to a folder named after its id; false: it is there and unchanged. Its
 * JSON is written last, so a folder with it is complete.
 */
export async function writeInvoice(reader: ApiReader, listed: Listed, { directory, withPdf }: Place): Promise<boolean> {
  const { id, updatedAt } = listed
  if (typeof id !== 'string' || !isId(id)) throw new StartupError('The service listed an invoice without an id.')
  const folder = join(directory, id)
  const before = await writtenHead(join(folder, HEAD))
  if (before !== null && before['updatedAt'] === updatedAt) return false
  const at = `/v1/received/${id}`
  const { data } = await reader.json(at)
  const documents = itemsOf((await reader.json(`${at}/documents`))['data']).map(fieldsOf)
  for (const { kind, filename, mediaType } of documents) {
    // Documents never change; our PDF is made for each request.
    if (typeof kind !== 'string' || (kind === 'pdf' && !withPdf)) continue
    const bytes = await reader.bytes(`${at}/documents/${encodeURIComponent(kind)}`)
    await write(folder, fileName(kind, filename, mediaType), bytes)
  }
  await write(folder, HEAD, Buffer.from(`${JSON.stringify(data, null, 2)}\n`))
  return true
}

/** Writes the table of the invoices. */
export async function writeTable(
  reader: ApiReader,
  filters: Readonly<Record<string, string>>,
  directory: string,
): Promise<void> {
  const query = new URLSearchParams(filters)
  await write(directory, 'received.csv', await reader.bytes(`/v1/received.csv?${query.toString()}`))
}

/** `xml.xml`, `attachment-1-invoice.pdf`: the supplier's name can't leave the folder. */
export function fileName(kind: string, filename: unknown, mediaType: unknown): string {
  const plain = kind.replaceAll(UNSAFE, '_')
  if (typeof filename !== 'string') return `${plain}${EXTENSIONS[String(mediaType)] ?? '.bin'}`
  return `${plain}-${cut(filename.toWellFormed(), LONGEST_NAME, '').replaceAll(UNSAFE, '_')}`
}

async function writtenHead(file: string): Promise<Readonly<Record<string, unknown>> | null> {
  try {
    return fieldsOf(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    // Not there, or cut off by a full disk: it is written again.
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return null
    throw unwritable(file, error)
  }
}

async function write(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const file = join(folder, name)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(`${file}.part`, bytes, { mode: 0o600 })
    await rename(`${file}.part`, file)
  } catch (error) {
    throw unwritable(file, error)
  }
}

function unwritable(file: string, error: unknown): StartupError {
  return new StartupError(`${file} cannot be written (${codeOf(error) || 'unknown'}).`, { cause: error })
}
