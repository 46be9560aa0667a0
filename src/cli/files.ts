import { readFile } from 'node:fs/promises'
import type { CliRun } from './cli-run.js'
import { type OutputOptions } from './output.js'
import { codeOf, messageOf } from '../domain/caught.js'
import { buffer } from 'node:stream/consumers'

/** How to read a file. */
export interface ReadOptions extends OutputOptions {
  /** Each line is an invoice. */
  readonly ndjson?: boolean
}

/** One invoice of a file: its name in messages and its text. */
export interface Source {
  /** The file, with the line number for newline-delimited JSON. */
  readonly name: string
  readonly text: string
}

const READ_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'the file does not exist',
  EISDIR: 'it is a directory',
  EACCES: 'permission is denied',
  ENOTDIR: 'part of its path is a file',
  ENAMETOOLONG: 'its name is too long',
  ERR_FS_FILE_TOO_LARGE: 'it is too large',
}

/**
 * The bytes of a file; `-` is standard input. null where it can't be read or is empty: the error
 * is printed on standard error, and the command exits with status 1.
 */
export async function bytesOrReport(cli: CliRun, file: string, options: OutputOptions): Promise<Buffer | null> {
  try {
    const bytes = file === '-' ? await contentOf(cli.stdin) : await readFile(file)
    if (bytes.length > 0) return bytes
    cli.printError(options, `${nameOf(file)} is empty.`)
  } catch (error) {
    const why = READ_ERRORS[codeOf(error)] ?? messageOf(error)
    cli.printError(options, `${nameOf(file)} cannot be read: ${why}.`)
  }
  return null
}

async function contentOf(stdin: CliRun['stdin']): Promise<Buffer> {
  return buffer(stdin)
}

/** The invoices in a file: one, or one per line. */
export function sourcesOf(file: string, text: string, { ndjson }: ReadOptions): readonly Source[] {
  const name = nameOf(file)
  if (!ndjson) return [{ name, text }]
  return text
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [{ name: `${name}:${index + 1}`, text: line }]))
}

/** The file's name in messages. */
export function nameOf(file: string): string {
  return file === '-' ? 'standard input' : file
}
