import { Refusal } from '../domain/refusal.js'
import { StartupError } from '../storage/startup-error.js'
import { isUnavailable } from '../storage/postgres/unavailable.js'

/** Options of every command. */
export interface OutputOptions {
  /** Print one JSON value on standard output, and JSON on standard error too. */
  readonly json?: boolean
}

/** What the caller can do about an error; null: it is a fault of the program. */
export function remedyOf(error: unknown): string | null {
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
