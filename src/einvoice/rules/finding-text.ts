import { cut } from '../../domain/text.js'
import { quoted } from '../xml/quoted.js'
import { type RuleEntry, withoutValue } from './catalogue/rule-catalogue.js'

/**
 * Longer messages and paths are cut: a name that somebody made up may be as long as the document.
 * Characters.
 */
const LONGEST_TEXT = 500

/** A message or path that is as long as a text may be. */
export function bounded(text: string): string {
  return cut(text, LONGEST_TEXT, '...')
}

/**
 * A text of a finding as one reads it: with a full stop at its end, and the name of an element at
 * its beginning in backquotes. As long as a text may be.
 */
export function sentence(text: string): string {
  const named = text.replace(/^(?:[a-z]+:[A-Za-z]|[A-Z][A-Za-z0-9]*(?=:))[^ :]*/, (name) => `\`${name}\``)
  const cased = named.replace(/^[a-z]/, (letter) => letter.toUpperCase())
  return bounded(/[.!?]$/.test(cased) ? cased : `${cased}.`)
}

/**
 * What is wrong with a value.
 * @param value what was found; undefined: the rule speaks of a group, or of what is not there
 * @param place the field or element in which it is, for a value that says nothing
 */
export function messageWith(entry: Pick<RuleEntry, 'message'>, value: string | undefined, place: string): string {
  if (!entry.message.includes('{}')) return entry.message
  if (value === undefined) return withoutValue(entry)
  if (value !== '') return entry.message.replace('{}', () => quoted(value))
  return place === '' ? withoutValue(entry) : `\`${place}\` is empty: ${uncapitalised(withoutValue(entry))}`
}

/** The beginning of a sentence, behind a colon: abbreviations and names stay as they are. */
function uncapitalised(text: string): string {
  return text.replace(/^(?:A|An|The|There|In)\b/, (word) => word.toLowerCase())
}
