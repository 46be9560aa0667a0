import type { XmlElement } from '../xml/element.js'
import { addAll } from '../../domain/lists.js'

/** A particle of a content model: one name, or alternatives. */
export interface ContentNode {
  readonly least: number
  readonly most: number
  /** The name; null for a group. */
  readonly name: string | null
  /** For a group: alternative sequences; a plain sequence is the only one. */
  readonly alternatives: readonly (readonly ContentNode[])[]
  /** The possible first names. */
  readonly first: ReadonlySet<string>
  /** Whether it is optional. */
  readonly isOptional: boolean
}

/** A particle for elements with one name. */
export function namePlace(name: string, least: number, most: number): ContentNode {
  return { least, most, name, alternatives: [], first: new Set([name]), isOptional: least === 0 }
}

/** A particle for one of several sequences. */
export function groupPlace(
  alternatives: readonly (readonly ContentNode[])[],
  least: number,
  most: number,
): ContentNode {
  const first = new Set(alternatives.flatMap(firstOf))
  const mayBeEmpty = alternatives.some((each) => each.every(({ isOptional }) => isOptional))
  return { least, most, name: null, alternatives, first, isOptional: least === 0 || mayBeEmpty }
}

/** The possible first names of a sequence. */
function firstOf(sequence: readonly ContentNode[]): readonly string[] {
  const names: string[] = []
  for (const node of sequence) {
    addAll(names, node.first)
    if (!node.isOptional) break
  }
  return names
}

/** Where children deviate from a sequence, and the names expected there; null: they match. */
export interface Misplaced {
  /** The first child that is out of place; undefined: something is missing at the end. */
  readonly child: XmlElement | undefined
  /** The expected names; empty: none is allowed. */
  readonly wanted: readonly string[]
}

/**
 * Matches children against a sequence of particles. The schemas are deterministic (XML Schema 1.0,
 * part 1, 3.8.6), so the next child determines the branch: one pass.
 */
export function misplaced(children: readonly XmlElement[], sequence: readonly ContentNode[]): Misplaced | null {
  const pass = new Pass(children)
  pass.through(sequence)
  if (pass.missing !== null) return { child: children[pass.at], wanted: pass.missing }
  const extra = children[pass.at]
  return extra === undefined ? null : { child: extra, wanted: [] }
}

class Pass {
  at = 0
  missing: readonly string[] | null = null

  constructor(private readonly children: readonly XmlElement[]) {}

  through(sequence: readonly ContentNode[]): void {
    for (const node of sequence) {
      this.#past(node)
      if (this.missing !== null) return
    }
  }

  #past(node: ContentNode): void {
    let found = 0
    for (; found < node.most && node.first.has(this.#next); found += 1) {
      if (node.name === null) this.through(node.alternatives.find((each) => begins(each, this.#next)) ?? [])
      else this.at += 1
      if (this.missing !== null) return
    }
    if (found < node.least && !node.isOptional) this.missing = [...node.first]
  }

  get #next(): string {
    return this.children[this.at]?.name ?? ''
  }
}

function begins(sequence: readonly ContentNode[], name: string): boolean {
  for (const node of sequence) {
    if (node.first.has(name)) return true
    if (!node.isOptional) return false
  }
  return false
}
