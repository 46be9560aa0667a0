import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { requestHash } from '../../commands/use-cases/request-hash.js'
import type { CliRun } from '../cli-run.js'
import { isDocument } from '../documents.js'
import { bytesOrReport, nameOf } from '../files.js'
import type { OutputOptions } from '../output.js'

/** An invoice or document to send. */
export interface Outgoing {
  /** The file, with the line number for newline-delimited JSON. */
  readonly name: string
  readonly key: string
  /** JSON in one line that contains the key, or an XML document. */
  readonly body: { readonly kind: 'json'; readonly line: string } | { readonly kind: 'xml'; readonly bytes: Buffer }
  /** Bytes of the file, for the progress. */
  readonly size: number
}

/** A file to send, and its size in bytes; 0 for standard input. */
interface SizedFile {
  readonly path: string
  readonly size: number
}

const SENDABLE = /\.(?:json|ndjson|jsonl|xml)$/i
const LINES = /\.(?:ndjson|jsonl)$/i

/**
 * The files to send; a folder is replaced by the files in it that can be sent, by name. A missing
 * file stays in the list, for its reader to report.
 */
export async function filesIn(paths: readonly string[]): Promise<readonly SizedFile[]> {
  const files: SizedFile[] = []
  for (const path of paths) {
    const found = path === '-' ? null : await stat(path).catch(() => null)
    if (!found?.isDirectory()) {
      files.push({ path, size: found?.size ?? 0 })
      continue
    }
    const entries = await readdir(path, { withFileTypes: true })
    const names = entries.filter((entry) => !entry.isDirectory() && SENDABLE.test(entry.name)).map(({ name }) => name)
    for (const name of names.sort()) {
      const inside = join(path, name)
      files.push({ path: inside, size: (await stat(inside).catch(() => null))?.size ?? 0 })
    }
  }
  return files
}

/** The content of a file; none where it can't be read, which is then reported. */
export async function outgoingIn(
  cli: CliRun,
  path: string,
  keyPrefix: string,
  options: OutputOptions,
): Promise<readonly Outgoing[]> {
  const bytes = await bytesOrReport(cli, path, options)
  if (bytes === null) return []
  const name = nameOf(path)
  const keys = new Keys(keyPrefix, path === '-' ? '-' : basename(path))
  if (isDocument(path, bytes)) {
    const key = keys.of(createHash('sha256').update(bytes).digest('hex'))
    return [{ name, key, body: { kind: 'xml', bytes }, size: bytes.length }]
  }
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  const whole = LINES.test(path) ? undefined : parsed(text)
  // The kind of a one-line file without an extension can't be determined, and need not be.
  if (whole !== undefined || /\.json$/i.test(path)) return [await ofJson(name, text, whole, keys)]
  const lines = text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [{ line, number: index + 1 }]))
  const outgoing: Outgoing[] = []
  for (const { line, number } of lines) outgoing.push(await ofJson(`${name}:${number}`, line, parsed(line), keys))
  return outgoing
}

/** Sent unchanged: the service reports what is wrong with it. */
async function ofJson(name: string, text: string, value: unknown, keys: Keys): Promise<Outgoing> {
  // Outside of strings a line break is white space, and JSON strings contain none.
  const line = text.replaceAll(/[\r\n]+/g, ' ').trim()
  const size = Buffer.byteLength(text)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (isObject && 'idempotencyKey' in value)
    return { name, key: String(value.idempotencyKey), body: { kind: 'json', line }, size }
  const key = keys.of(isObject ? await requestHash(value) : createHash('sha256').update(line).digest('hex'))
  const rest = isObject ? line.slice(1).trimStart() : ''
  const keyed = isObject ? `{"idempotencyKey":${JSON.stringify(key)}${rest === '}' ? '' : ','}${rest}` : line
  return { name, key, body: { kind: 'json', line: keyed }, size }
}

/** undefined: not JSON, or a number too large to derive a key from. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text, (_, value: unknown) => {
      if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('no number')
      return value
    })
  } catch {
    return undefined
  }
}

/** The keys of one file's invoices. */
class Keys {
  readonly #prefix: string
  readonly #file: string
  readonly #times = new Map<string, number>()

  constructor(prefix: string, file: string) {
    this.#prefix = prefix
    this.#file = file
  }

  /** A different key each time, and the same keys in each run. */
  of(hash: string): string {
    const times = (this.#times.get(hash) ?? 0) + 1
    this.#times.set(hash, times)
    return (
      this.#prefix +
      createHash('sha256')
        .update(JSON.stringify([this.#file, hash, times]))
        .digest('hex')
    )
  }
}
