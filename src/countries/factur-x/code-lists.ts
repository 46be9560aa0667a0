import { type CodeList, codes } from '../../einvoice/codes/code-list.js'
import { FACTUR_X_CODES } from './tables/code-lists.js'

const LISTS: CodeList[] = []
let rows: readonly string[] | undefined

/** A list of codes of Factur-X by its number in the tables, read on first use. */
export function listOf(number: number): CodeList {
  rows ??= FACTUR_X_CODES.slice(1, -1).split('\n')
  return (LISTS[number] ??= codes(rows[number] ?? ''))
}
