import { normalised } from '../../../einvoice/rules/rule.js'

/**
 * FNFE-MPE publishes the rules of flow 2 twice, for UBL and for CII, and the two differ: some rules bear another id, some look at fewer
 * elements. Where they differ, a table asks for which of the two it is.
 */
export type Syntax = 'ubl' | 'cii'

/** Self-billed invoices and credit notes, UNTDID 1001: these the seller receives. */
export const SELF_BILLED: ReadonlySet<string> = new Set(['389', '501', '500', '471', '473', '261', '502'])

/** What corrects an invoice, and what corrects a self-billed one, UNTDID 1001. */
export const CORRECTS: ReadonlySet<string> = new Set(['384', '472', '381', '396', '503'])
export const CORRECTS_SELF_BILLED: ReadonlySet<string> = new Set(['261', '471', '473', '502'])

/** What follows the first `#CODE#` in the notes of UBL, up to the next number sign; empty where there is none. */
export function textAfterCode(notes: string, code: string): string {
  const at = notes.indexOf(`#${code}#`)
  return at < 0 ? '' : (notes.slice(at + code.length + 2).split('#')[0] ?? '')
}

/** XPath's `\d` is any decimal digit of Unicode, and so is this one. */
export function isSiren(text: string | undefined): boolean {
  return text !== undefined && /^\p{Nd}{9}$/u.test(normalised(text))
}
