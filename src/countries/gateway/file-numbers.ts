import type { CountryCode } from '../../domain/request/invoice-request.js'
import type { Scope } from '../../domain/event.js'

/**
 * Numbers for files sent to a government that accepts each name only once, even if the file
 * failed. Durable and shared by all processes. A sender of an environment never gets a number
 * twice, even in different accounts; not every number is used.
 */
export interface FileNumbers {
  /** The file number of an attempt, from 0; always the same for the same attempt. */
  numberOf(file: NumberedFile): Promise<number>
}

/** A file that an attempt sends. */
export interface NumberedFile {
  readonly scope: Scope
  readonly country: CountryCode
  readonly attemptId: string
  /** The sender, as the beginning of the name: `IT01234567890`. */
  readonly sender: string
}
