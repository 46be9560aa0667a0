import type { Editable } from '../editable.js'
import { elementAt, type Patch, patched } from './patch.js'

/** Texts are cut in the middle. Characters. */
const LONGEST_TEXT = 90

/** How many levels and lines of a changed element are shown. */
const MOST_LINES = 14

/** The places of a document that patches change, before and after, as a few lines each. */
export function snippets(
  document: Editable,
  patches: readonly Patch[],
): { readonly before: string; readonly after: string } {
  const before = patches.map((patch) => around(document, patch, patch.removed))
  // Each patch is shown on the document with that patch alone, so that its places are valid.
  const after = patches.map((patch) => around(patched(document, [patch]), patch, patch.inserted.length))
  return { before: before.join('\n'), after: after.join('\n') }
}

/** The element that a patch works on: the changed children, with one neighbour on each side. */
function around(document: Editable, { at, from }: Patch, count: number): string {
  const parent = elementAt(document, at)
  const [start, end] = [Math.max(0, from - 1), Math.min(parent.children.length, from + count + 1)]
  const shown = parent.children.slice(start, end).flatMap((child, index) => {
    const isChanged = start + index >= from && start + index < from + count
    return lines(child, 1, isChanged ? 3 : 0)
  })
  const kept = shown.length > MOST_LINES ? [...shown.slice(0, MOST_LINES - 1), '  …'] : shown
  return [
    `<${parent.name}${attributes(parent)}>`,
    ...(start > 0 ? ['  …'] : []),
    ...kept,
    ...(end < parent.children.length && kept.at(-1) !== '  …' ? ['  …'] : []),
    `</${parent.name}>`,
  ].join('\n')
}

/** @param depth how many levels of children are shown */
function lines(element: Editable, level: number, depth: number): readonly string[] {
  const indent = '  '.repeat(level)
  const start = `${indent}<${element.name}${attributes(element)}`
  if (element.children.length === 0) {
    const text = cut(element.text)
    return [text === '' ? `${start}/>` : `${start}>${text}</${element.name}>`]
  }
  if (depth === 0) return [`${start}>…</${element.name}>`]
  return [
    `${start}>`,
    ...element.children.flatMap((child) => lines(child, level + 1, depth - 1)),
    `${indent}</${element.name}>`,
  ]
}

function attributes({ attributes: all }: Editable): string {
  const pairs: string[] = []
  for (let index = 0; index < all.length; index += 2)
    pairs.push(` ${all[index] ?? ''}="${escaped(cut(all[index + 1] ?? ''))}"`)
  return pairs.join('')
}

function cut(text: string): string {
  const characters = [...text]
  if (characters.length <= LONGEST_TEXT) return escaped(text)
  return escaped(`${characters.slice(0, 40).join('')} … ${characters.slice(-10).join('')}`)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('\n', '&#10;')
}
