import { cut, visible } from '../../domain/text.js'

/**
 * So many characters of a value are shown: a finding names it, it does not repeat an attachment.
 */
const LONGEST_VALUE = 60

/** A value in quotation marks: its first 60 characters, those that nobody sees as `\u{85}`. */
export function quoted(value: string): string {
  return `"${visible(cut(value, LONGEST_VALUE, '...'))}"`
}
