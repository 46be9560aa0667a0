import type { CountryCode } from '../../domain/request/invoice-request.js'
import type { Scope } from '../../domain/event.js'

/**
 * Numbers for the files that are sent to a government which takes each name once only, whatever
 * became of the file. Durable and shared by all processes. A number is never given twice to one
 * sender of an environment, whoever's account sends; not every number is used.
 */
export interface FileNumbers {
  /** The number of the file that an attempt sends, from 0; of the same attempt always the same. */
  numberOf(file: NumberedFile): Promise<number>
}

/** A file that an attempt sends. */
export interface NumberedFile {
  readonly scope: Scope
  readonly country: CountryCode
  readonly attemptId: string
  /** Whose names they are, as the name begins: `IT01234567890`. */
  readonly sender: string
}
