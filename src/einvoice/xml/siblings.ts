import type { XmlElement } from './element.js'

/** The children of one element, by their names and by their places among those of the same name. */
interface Siblings {
  readonly byName: ReadonlyMap<string, readonly XmlElement[]>
  /** From 0. */
  readonly places: ReadonlyMap<XmlElement, number>
}

/** Made when the first finding asks for a place, so that many findings in one long group cost no more than the group is long. */
const indexed = new WeakMap<XmlElement, Siblings>()

/** All children of that name, in document order. */
export function childrenNamed(parent: XmlElement, name: string): readonly XmlElement[] {
  return siblingsIn(parent).byName.get(name) ?? []
}

/** Which child of its parent an element is among those of its name, from 0. */
export function placeAmong(parent: XmlElement, child: XmlElement): number {
  return siblingsIn(parent).places.get(child) ?? 0
}

function siblingsIn(parent: XmlElement): Siblings {
  const known = indexed.get(parent)
  if (known !== undefined) return known
  const byName = new Map<string, XmlElement[]>()
  const places = new Map<XmlElement, number>()
  for (const child of parent.children) {
    const alike = byName.get(child.name)
    places.set(child, alike?.length ?? 0)
    if (alike === undefined) byName.set(child.name, [child])
    else alike.push(child)
  }
  const siblings = { byName, places }
  indexed.set(parent, siblings)
  return siblings
}
