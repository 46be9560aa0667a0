import { cut } from '../../domain/text.js'
import type { Explanation } from '../country.js'
import { excerpt } from './fold.js'
import type { FieldOf } from './rejection.js'

/** Paths and element names within a text: `/Invoice/cac:Party`, `<IdCodice>`, `cbc:ID`. */
const ELEMENTS =
  /<(\w{3,60})>|(?<![\w:/])(\/?(?:\*:|[a-z]{2,3}:)?[A-Za-z_]\w{0,60}(?:\[\d{1,6}\])?(?:\/(?:\*:|[a-z]{2,3}:)?[A-Za-z_]\w{0,60}(?:\[\d{1,6}\])?){0,19}(?:\/@?\w{1,60})?)(?![\w])/g

/**
 * Explains an unknown text: quotes it, and names the fields of the elements in it.
 *
 * @param authority that refused, for example `ANAF`
 * @param english the text's own part in English; empty: none
 */
export function unknown(rawText: string, authority: string, fields: readonly string[], english = ''): Explanation {
  const quoted = excerpt(english === '' ? rawText : english, 400)
  const message = quoted === '' ? 'without a message' : `with a message that is not in the catalogue: "${quoted}"`
  const named =
    fields.length === 0 ? '' : `The message concerns ${fields.join(', ')}: compare it with your data and correct it. `
  return {
    errorTranslated: `${authority} refused the invoice ${message}.`,
    errorFix:
      `${named}Check the invoice with POST /v1/invoices/validate, which names every field that breaks a known rule; correct it and submit ` +
      `a new invoice. If nothing is reported, ask ${authority.replace(/^The /, 'the ')} what the message means, quoting it.`,
  }
}

/** The JSON fields of the elements that a folded text names, at most five. */
export function fieldsNamedIn(folded: string, fieldOf: FieldOf): readonly string[] {
  const fields = new Set<string>()
  for (const [, bracketed, path] of cut(folded, 10_000).matchAll(ELEMENTS)) {
    const name = bracketed ?? path ?? ''
    // A word of a sentence is no element, even if it looks like one.
    if (bracketed === undefined && !/[/:_]|[a-z][A-Z]/.test(name)) continue
    const field = fieldOf(name)
    if (field !== undefined) fields.add(field)
    if (fields.size === 5) break
  }
  return [...fields]
}
