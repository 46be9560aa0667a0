import { lazily } from '../../domain/lazily.js'
import { type CodeList, codes } from '../../einvoice/codes/code-list.js'
import { FACTUR_X_CODES } from './tables/code-lists.js'

const LISTS: CodeList[] = []
const rows = lazily(() => FACTUR_X_CODES.slice(1, -1).split('\n'))

/** A list of codes of Factur-X by its number in the tables, read on first use. */
export function listOf(number: number): CodeList {
  return (LISTS[number] ??= codes(rows()[number] ?? ''))
}
