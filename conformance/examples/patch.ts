import { parseXml } from '../../src/einvoice/xml/parse.js'
import { copied, type Editable, editable, fragment, NAMESPACES } from '../editable.js'

/** Children of one element that differ in a changed document. */
export interface Patch {
  /**
   * The places of the element and of those around it, each among the children of its parent, from
   * the root on.
   */
  readonly at: readonly number[]
  /** Of the first removed child. */
  readonly from: number
  readonly removed: number
  /** Their replacement, as XML with the official prefixes. */
  readonly inserted: readonly string[]
}

/**
 * The smallest change that turns one document into the other; null: the roots differ, or a patch
 * can't express the difference.
 */
export function patchesBetween(before: Editable, after: Editable): readonly Patch[] | null {
  if (!isAlike(before, after)) return null
  const patches: Patch[] = []
  collect(before, after, [], patches)
  return patches
}

/** The document after the patches. */
export function patched(document: Editable, patches: readonly Patch[]): Editable {
  const changed = copied(document)
  // From the last on, so that the places of the others stay valid.
  for (const { at, from, removed, inserted } of [...patches].reverse())
    elementAt(changed, at).children.splice(from, removed, ...inserted.map(parsed))
  return changed
}

/** The element at these places. Throws where there is none. */
export function elementAt(root: Editable, at: readonly number[]): Editable {
  return at.reduce((element, place) => {
    const child = element.children[place]
    if (child === undefined) throw new Error(`no child ${place} in ${element.name}`)
    return child
  }, root)
}

function parsed(xml: string): Editable {
  const declarations = Object.entries(NAMESPACES).map(([prefix, namespace]) => ` xmlns:${prefix}="${namespace}"`)
  const [element] = editable(parseXml(Buffer.from(`<all${declarations.join('')}>${xml}</all>`)).root).children
  if (element === undefined) throw new Error(`no element in ${xml}`)
  return element
}

function collect(before: Editable, after: Editable, at: readonly number[], patches: Patch[]): void {
  const [one, other] = [before.children.map(fragment), after.children.map(fragment)]
  let from = 0
  while (from < one.length && from < other.length && one[from] === other[from]) from += 1
  let [end, otherEnd] = [one.length, other.length]
  while (end > from && otherEnd > from && one[end - 1] === other[otherEnd - 1])
    [end, otherEnd] = [end - 1, otherEnd - 1]
  const replace = (start: number, removed: number, inserted: readonly string[]): void => {
    patches.push({ at, from: start, removed, inserted })
  }
  if (end - from !== otherEnd - from) {
    replace(from, end - from, other.slice(from, otherEnd))
    return
  }
  for (let place = from; place < end; place += 1) {
    const [child, changed] = [before.children[place], after.children[place]]
    if (child === undefined || changed === undefined || one[place] === other[place]) continue
    if (isAlike(child, changed) && child.children.length > 0) collect(child, changed, [...at, place], patches)
    else replace(place, 1, [other[place] ?? ''])
  }
}

/** Except for their children. */
function isAlike(one: Editable, other: Editable): boolean {
  return (
    one.name === other.name &&
    one.text === other.text &&
    one.raw === other.raw &&
    one.attributes.join('\0') === other.attributes.join('\0')
  )
}
