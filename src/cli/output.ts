import { setImmediate } from 'node:timers/promises'
import { Refusal } from '../domain/refusal.js'
import { StartupError } from '../storage/startup-error.js'
import { isUnavailable } from '../storage/postgres/unavailable.js'

/** Options of every command. */
export interface OutputOptions {
  /** Print one JSON value on standard output, and JSON on standard error too. */
  readonly json?: boolean
}

let readerIsGone = false

/**
 * Notices when the reader has closed the pipe (`| head`): further output is dropped, and the
 * command ends normally.
 */
export function watchReader(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      if (stream === process.stdout) readerIsGone = true
    })
  }
}

/** Whether the reader of the output is gone; checked between two results. */
export async function outputIsClosed(): Promise<boolean> {
  // A stream reports it only after the program has yielded.
  await setImmediate()
  return readerIsGone
}

/** Writes a command's result: with `--json` the value, else the words; nothing for empty words. */
export function printResult({ json }: OutputOptions, value: unknown, words: () => string): void {
  const text = json ? JSON.stringify(value) : words()
  if (text !== '' && !readerIsGone) process.stdout.write(`${text}\n`)
}

/** Writes a note besides the result, in one sentence: with `--json` as `{"note": "…"}`. */
export function printNote({ json }: OutputOptions, sentence: string): void {
  process.stderr.write(`${json ? JSON.stringify({ note: sentence }) : sentence}\n`)
}

/**
 * Writes why the command failed and sets its exit status to 1: with `--json` as `{"error": "…"}`
 * with `details` if there are any, else each detail on its own line.
 */
export function printError({ json }: OutputOptions, sentence: string, details: readonly string[] = []): void {
  process.exitCode = 1
  const text = json
    ? JSON.stringify({ error: sentence, ...(details.length > 0 && { details }) })
    : [
        details.length > 0 ? `${sentence.replace(/\.$/, '')}:` : sentence,
        ...details.map((detail) => `  ${visible(detail)}`),
      ].join('\n')
  process.stderr.write(`${text}\n`)
}

/**
 * Writes why the command failed. For an error that the caller can fix only its sentence; for a
 * fault of the program one sentence without customers' data, and with `verbose` the stack.
 */
export async function printFailure(options: OutputOptions, error: unknown, verbose: boolean): Promise<void> {
  const remedy = remedyOf(error)
  if (remedy !== null) {
    printError(options, remedy)
    return
  }
  // Most commands never need it.
  const { loggedError } = await import('../host/observability/log.js')
  const { message, stack } = loggedError(error)
  const [firstLine = ''] = message.split('\n')
  const hint = verbose ? '' : ' --verbose shows where.'
  printError(
    options,
    `The command failed because of a bug: ${firstLine.replace(/\.$/, '')}.${hint}`,
    verbose ? stack.split('\n') : [],
  )
}

/** What the caller can do about an error; null: it is a fault of the program. */
function remedyOf(error: unknown): string | null {
  if (error instanceof StartupError || error instanceof Refusal) return error.message
  if (lacksReadModels(error))
    return 'This database has no read models yet. Start the service once, or run "clearway database migrate".'
  if (isUnavailable(error)) return 'The database stopped answering. Run the command again when it is back.'
  return null
}

/** SQLSTATE 42P01, undefined_table. The projections create the views in `read`. */
function lacksReadModels(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42P01' && error.message.includes('"read.')
}

/**
 * Foreign text without control characters, which a terminal would obey: a field of a file may have
 * any name.
 */
export function visible(text: string): string {
  return text.replace(/\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Examples for the end of a command's help, one call per line. */
export function examples(...calls: readonly string[]): string {
  return `\n${calls.length === 1 ? 'Example' : 'Examples'}:\n${calls.map((call) => `  $ clearway ${call}`).join('\n')}`
}
