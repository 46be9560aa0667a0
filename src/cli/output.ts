import { setImmediate } from 'node:timers/promises'
import { Refusal } from '../domain/refusal.js'
import { StartupError } from '../storage/startup-error.js'
import { isUnavailable } from '../storage/postgres/unavailable.js'

/** What every command takes. */
export interface OutputOptions {
  /** One JSON value on standard output, and JSON on standard error too. */
  readonly json?: boolean
}

let readerIsGone = false

/**
 * Takes notice of a reader that has seen enough (`| head`): what would be written then is dropped,
 * and the command ends in order.
 */
export function watchReader(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      if (stream === process.stdout) readerIsGone = true
    })
  }
}

/** Whether nobody reads what the command writes any more; looked at between two results. */
export async function outputIsClosed(): Promise<boolean> {
  // A stream tells of it only once the program has paused.
  await setImmediate()
  return readerIsGone
}

/** Writes a command's result: with `--json` the value, else the words; nothing for empty words. */
export function printResult({ json }: OutputOptions, value: unknown, words: () => string): void {
  const text = json ? JSON.stringify(value) : words()
  if (text !== '' && !readerIsGone) process.stdout.write(`${text}\n`)
}

/**
 * Writes something that the caller should know besides the result, in one sentence: with `--json`
 * as `{"note": "…"}`.
 */
export function printNote({ json }: OutputOptions, sentence: string): void {
  process.stderr.write(`${json ? JSON.stringify({ note: sentence }) : sentence}\n`)
}

/**
 * Writes why something could not be done, and gives the command the status 1: with `--json` as
 * `{"error": "…"}`, with `details` in it where there are some, else each on a line of its own.
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
 * Writes why the command failed: for what the caller can mend its sentence alone; for a fault one
 * sentence, without customers' data, and with `verbose` where it happened.
 */
export async function printFailure(options: OutputOptions, error: unknown, verbose: boolean): Promise<void> {
  const mendable = remedyOf(error)
  if (mendable !== null) {
    printError(options, mendable)
    return
  }
  // Most commands never need it.
  const { loggedError } = await import('../host/observability/log.js')
  const { message, stack } = loggedError(error)
  const [firstLine = ''] = message.split('\n')
  const hint = verbose ? '' : ' --verbose shows where.'
  printError(
    options,
    `The command failed by a fault of the program: ${firstLine.replace(/\.$/, '')}.${hint}`,
    verbose ? stack.split('\n') : [],
  )
}

/** What the caller can do about an error; null: it is a fault of the program. */
function remedyOf(error: unknown): string | null {
  if (error instanceof StartupError || error instanceof Refusal) return error.message
  if (lacksReadModels(error))
    return 'This database has no read models yet. Start the service once, or run "clearway database migrate".'
  if (isUnavailable(error)) return 'The database does not answer any more. Run the command again when it does.'
  return null
}

/** SQLSTATE 42P01, undefined_table. The views in `read` are made by the projections. */
function lacksReadModels(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42P01' && error.message.includes('"read.')
}

/**
 * A text of others without control characters, which a terminal would obey: a field of a file may
 * have any name.
 */
export function visible(text: string): string {
  return text.replace(/\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Stands behind a command's help: how it is called, line by line. */
export function examples(...calls: readonly string[]): string {
  return `\n${calls.length === 1 ? 'Example' : 'Examples'}:\n${calls.map((call) => `  $ clearway ${call}`).join('\n')}`
}
