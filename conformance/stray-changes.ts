import { copied, type Editable } from './editable.js'
import { isGuideline, type NamedChange, oneOf, type Place, places } from './places.js'

/** The groups that the official rules find by their names, wherever these are. */
const GROUPS =
  /Line(?:Item)?$|TaxCategory$|TradeTax$|TaxSubtotal$|TaxTotal$|AllowanceCharge$|Settlement$|Transaction$|Party$|Price$|Period$|Means$|MonetarySummation$|MonetaryTotal$|Reference$|ReferencedDocument$/

const isGroup = ({ element: { children } }: Place): boolean => children.length > 0

/** Prefixes that may be mistaken for each other. */
const PREFIXES = ['cac', 'cbc', 'ext', 'ubl', 'rsm', 'ram', 'udt', 'qdt']

function renamed(all: readonly Place[], random: () => number, change: (name: string) => string | null): string | null {
  // Not the root: the document would be of no known kind.
  const found = oneOf(all.slice(1), random)?.element
  const name = found && change(found.name)
  if (found === undefined || name == null) return null
  const before = found.name
  const every = random() < 0.5
  for (const { element } of all.slice(1))
    if (element === found || (every && element.name === before)) element.name = name
  return `${every ? 'every ' : ''}${before} -> ${name}`
}

function withTwin(child: Editable): readonly Editable[] {
  return [child, copied(child)]
}

/**
 * Names, places and repetitions that the schemas refuse or EN 16931 does not have: the official
 * rules find elements by names alone, in any place, and count them in each.
 */
export const STRAY_CHANGES: readonly NamedChange[] = [
  [
    'wrong case',
    (all, random) =>
      renamed(all, random, (name) => {
        const at = name.lastIndexOf(':') + 1
        const [letter, rest] = [name.charAt(at), name.slice(at + 1)]
        const other = letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()
        return name.startsWith('{') ? null : name.slice(0, at) + other + rest
      }),
  ],
  [
    'other namespace',
    (all, random) =>
      renamed(all, random, (name) => {
        const local = name.slice(name.lastIndexOf(':') + 1)
        if (name.startsWith('{') || local === name) return null
        return random() < 0.3 ? `{urn:x}${local}` : `${oneOf(PREFIXES, random) ?? 'cac'}:${local}`
      }),
  ],
  [
    'stray group',
    (all, random, donor) => {
      const groups = [...all, ...places(donor).slice(1)].filter(
        (place) => isGroup(place) && place.parent !== null && GROUPS.test(place.element.name),
      )
      const moved = oneOf(groups, random)?.element
      const to = oneOf(all.filter(isGroup), random)?.element
      if (moved === undefined || to === undefined) return null
      to.children.splice(Math.floor(random() * (to.children.length + 1)), 0, copied(moved))
      return `${moved.name} in ${to.name}`
    },
  ],
  [
    'nested in its like',
    (all, random) => {
      const found = oneOf(
        all.slice(1).filter((place) => !isGuideline(place)),
        random,
      )?.element
      if (found === undefined) return null
      const inner = copied(found)
      if (found.children.length > 0 && random() < 0.5) found.children.push(inner)
      else Object.assign(found, { text: '', raw: null, children: [inner] })
      return found.name
    },
  ],
  [
    'repeated everywhere',
    (all, random) => {
      const name = oneOf(all.slice(1), random)?.element.name
      const parents = all.filter(({ element }) => element.children.some((child) => child.name === name))
      if (name === undefined || parents.length > 60) return null
      for (const { element } of parents)
        element.children = element.children.flatMap((child) => (child.name === name ? withTwin(child) : [child]))
      return name
    },
  ],
  [
    'added everywhere',
    (all, random, donor) => {
      const graft = oneOf(places(donor), random)
      const name = graft?.parent?.name
      const parents = all.filter(({ element }) => element.name === name)
      if (graft === undefined || parents.length === 0 || parents.length > 60) return null
      for (const { element } of parents)
        element.children.splice(Math.floor(random() * (element.children.length + 1)), 0, copied(graft.element))
      return `${name ?? ''}/${graft.element.name}`
    },
  ],
]
