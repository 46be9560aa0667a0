import { lazily } from '../../../domain/lazily.js'
import { editDistance } from '../../../domain/edit-distance.js'
import { ruleEntries } from './reference.js'
import type { RuleEntry } from './rule-entry.js'

/** Maximum number of results: a reader who searches for one rule needs no more. */
export const MOST_FOUND = 200

/** The rules that a query found. */
export interface Found {
  /** The best first, `MOST_FOUND` at most. */
  readonly rules: readonly RuleEntry[]
  /** How many there are. */
  readonly total: number
}

/**
 * The rules that have every word of a query in id, business terms (ids and names), message,
 * remedy, reason or family. Matches in the id come first, then matches in the message. The caller
 * limits the length of the query.
 */
export function searchRules(query: string): Found {
  const words = wordsOf(query)
  if (words.length === 0) return { rules: [], total: 0 }
  const ranked = Array.from(searchable(), (each) => [rankOf(each, words), each.entry] as const)
    .filter(([rank]) => rank > 0)
    .sort(([one], [other]) => other - one)
  return { rules: ranked.slice(0, MOST_FOUND).map(([, entry]) => entry), total: ranked.length }
}

interface Searchable {
  readonly entry: RuleEntry
  readonly id: string
  /** Ids of business terms, with a space around each, so that `BT-1` does not find `BT-12`. */
  readonly terms: string
  readonly messages: string
  readonly rest: string
}

const searchable = lazily((): readonly Searchable[] =>
  Array.from(ruleEntries().values(), (entry) => ({
    entry,
    id: entry.id.toLowerCase(),
    terms: ` ${entry.terms.map(({ id }) => id).join(' ')} `.toLowerCase(),
    messages: entry.messages.join(' ').toLowerCase(),
    rest: [...entry.terms.map(({ name }) => name), ...entry.fixes, entry.why, entry.family].join(' ').toLowerCase(),
  })),
)

function wordsOf(text: string): readonly string[] {
  return [...new Set(text.toLowerCase().split(/[ ,;]+/))].filter((word) => word !== '')
}

/** 0: some word is missing. */
function rankOf({ id, terms, messages, rest }: Searchable, words: readonly string[]): number {
  let rank = 0
  for (const word of words) {
    const found =
      id === word
        ? 16
        : id.startsWith(word)
          ? 8
          : id.includes(word)
            ? 5
            : isTerm(word)
              ? terms.includes(` ${word} `)
                ? 4
                : 0
              : messages.includes(word)
                ? 3
                : rest.includes(word)
                  ? 1
                  : 0
    if (found === 0) return 0
    rank += found
  }
  return rank
}

function isTerm(word: string): boolean {
  return /^b[tg]-\d/.test(word)
}

/**
 * Rules whose ids are similar to one that does not exist: those with the fewest different letters.
 * @param id as written; an id longer than all others is similar to none
 */
export function nearRules(id: string, most = 8): readonly string[] {
  const wanted = id.toUpperCase()
  if (wanted.length > LONGEST_ID) return []
  const farthest = Math.max(2, Math.floor(wanted.length / 3))
  return [...ruleEntries().keys()]
    .map((each) => [editDistance(wanted, each.toUpperCase(), farthest), each] as const)
    .filter(([far]) => far <= farthest)
    .sort(([one], [other]) => one - other)
    .slice(0, most)
    .map(([, each]) => each)
}

const LONGEST_ID = 40
