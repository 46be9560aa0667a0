import type { Editable } from './editable.js'

/** An element with its position. */
export interface Place {
  readonly element: Editable
  readonly parent: Editable | null
}

/** One change; null: the document has no place for it. */
type Change = (places: readonly Place[], random: () => number, donor: Editable) => string | null

/** A change with the name that it is reported under. */
export type NamedChange = readonly [name: string, change: Change]

/** Any one of the items; undefined where there is none. */
export function oneOf<T>(items: readonly T[], random: () => number): T | undefined {
  return items[Math.floor(random() * items.length)]
}

/** A change to the text of an element without children. */
export function onLeaf(
  isMeant: (name: string, text: string) => boolean,
  change: (text: string, random: () => number) => string,
): Change {
  return (places, random) => {
    const leaves = places.filter(({ element }) => element.children.length === 0 && isMeant(element.name, element.text))
    const leaf = oneOf(leaves, random)?.element
    if (leaf === undefined) return null
    const before = leaf.text
    leaf.text = change(before, random)
    leaf.raw = null
    return `${leaf.name}: ${before} -> ${leaf.text}`
  }
}

/** Every element of a document. */
export function places(root: Editable): readonly Place[] {
  const found: Place[] = []
  const visit = (element: Editable, parent: Editable | null): void => {
    found.push({ element, parent })
    for (const child of element.children) visit(child, element)
  }
  visit(root, null)
  return found
}

/**
 * Whether an element is the customisation id. The judge reads it before it judges, and accepts no
 * elements in it.
 */
export function isGuideline({ element, parent }: Place): boolean {
  return element.name.endsWith('CustomizationID') || (parent?.name ?? '').includes('Guideline')
}
