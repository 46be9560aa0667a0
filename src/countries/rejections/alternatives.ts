import { smallest } from '../../domain/lists.js'

/** Shared words, with marks, that are needed to join several texts in one sentence. */
const SHARED = 3
const ARTICLE = /^(?:the|an?)$/i

/**
 * Joins alternative texts, with their shared words only once: "The note is too long" and "The name
 * is too long" become "The note or the name is too long". Texts that share little stay side by
 * side. Brackets at their ends are joined too.
 */
export function alternatives(texts: readonly string[]): string {
  const distinct = [...new Set(texts)]
  const [first = '', ...others] = distinct
  if (others.length === 0) return first
  const ends = distinct.map((text) => / \(([^()]*)\)$/.exec(text)?.[1])
  const named = [...new Set(ends.filter((end) => end !== undefined))]
  const bodies = [...new Set(distinct.map((text, index) => (ends[index] === undefined ? text : withoutEnd(text))))]
  const joined = bodies.length === 1 ? bodies[0] : sharing(bodies.map(wordsOf))
  if (joined === undefined) return [first, ...others.map(startedSmall)].join('; or ')
  return named.length === 0 ? joined : `${joined} (${listed(named)})`
}

/** `a, b or c`. */
export function listed(items: readonly string[]): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} or ${last}`
}

/** With a small first letter, except for abbreviations and names of fields. */
export function startedSmall(text: string): string {
  return /^[A-Z](?:[a-z]*[\s,]|[a-z]+$)/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}

function withoutEnd(text: string): string {
  return text.slice(0, text.lastIndexOf(' ('))
}

/** Undefined: they share too little. */
function sharing(texts: readonly (readonly string[])[]): string | undefined {
  const shortest = smallest(texts.map(({ length }) => length))
  let after = 0
  while (after < shortest - 1 && isShared(texts, (words) => words.at(-1 - after))) after += 1
  let before = 0
  while (before < shortest && isShared(texts, (words) => words[before])) before += 1
  if (before + after >= shortest) {
    // "the note" and "the note of a line" differ as whole names.
    before = shortest - after - 1
    while (before > 0 && !ARTICLE.test(texts[0]?.[before - 1] ?? '')) before -= 1
  }
  // "is not a or is b", not "is not a or b".
  const isVerb = (word = ''): boolean => /^(?:is|has|does|are|have)$/.test(word)
  while (isVerb(texts[0]?.[before - 1]) && texts.some((words) => words[before] === 'not')) before -= 1
  const [first = []] = texts
  const middles = texts.map((words) => words.slice(before, words.length - after))
  if (before + after < SHARED || middles.some((words) => !isBalanced(words))) return undefined
  const article = ARTICLE.exec(first[before - 1] ?? '')?.[0].toLowerCase()
  const joined = middles.map((words, index) => [...(index > 0 && article ? [article] : []), ...words].join(' '))
  return sentenceOf([...first.slice(0, before), listed(joined), ...first.slice(first.length - after)])
}

function isShared(
  texts: readonly (readonly string[])[],
  wordOf: (words: readonly string[]) => string | undefined,
): boolean {
  const [first = []] = texts
  return texts.every((words) => wordOf(words) === wordOf(first))
}

function isBalanced(words: readonly string[]): boolean {
  const text = words.join('')
  return text !== '' && text.split('(').length === text.split(')').length
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[^\s,;]+|[,;]/g) ?? []
}

function sentenceOf(words: readonly string[]): string {
  return words.join(' ').replace(/ (?=[,;])/g, '')
}
