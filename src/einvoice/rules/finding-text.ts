import { cut } from '../../domain/text.js'
import { quoted } from '../xml/quoted.js'
import { type RuleEntry, withoutValue } from './catalogue/rule-catalogue.js'

/**
 * Maximum length of messages and paths, in characters: an invented name may be as long as the
 * document.
 */
const LONGEST_TEXT = 500

/** A message or path, cut to the maximum length. */
export function bounded(text: string): string {
  return cut(text, LONGEST_TEXT, '...')
}

/**
 * A text of a finding as a sentence: with a full stop at the end, and an element name at the
 * beginning in backquotes. Cut to the maximum length.
 */
export function sentence(text: string): string {
  const named = text.replace(/^(?:[a-z]+:[A-Za-z]|[A-Z][A-Za-z0-9]*(?=:))[^ :]*/, (name) => `\`${name}\``)
  const cased = named.replace(/^[a-z]/, (letter) => letter.toUpperCase())
  return bounded(/[.!?]$/.test(cased) ? cased : `${cased}.`)
}

/**
 * The message about a value.
 * @param value the value found; undefined: the rule is about a group, or about something missing
 * @param place its field or element, for an empty value
 */
export function messageWith(entry: Pick<RuleEntry, 'message'>, value: string | undefined, place: string): string {
  if (!entry.message.includes('{}')) return entry.message
  if (value === undefined) return withoutValue(entry)
  if (value !== '') return entry.message.replace('{}', () => quoted(value))
  return place === '' ? withoutValue(entry) : `\`${place}\` is empty: ${uncapitalised(withoutValue(entry))}`
}

/** The beginning of a sentence after a colon: abbreviations and names are unchanged. */
function uncapitalised(text: string): string {
  return text.replace(/^(?:A|An|The|There|In)\b/, (word) => word.toLowerCase())
}
