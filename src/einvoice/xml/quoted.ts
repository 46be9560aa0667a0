import { cut, visible } from '../../domain/text.js'

/**
 * The maximum number of shown characters: a finding identifies a value, it does not repeat an
 * attachment.
 */
const LONGEST_VALUE = 60

/** A value in quotation marks: its first 60 characters, invisible ones as `\u{85}`. */
export function quoted(value: string): string {
  return `"${visible(cut(value, LONGEST_VALUE, '...'))}"`
}
