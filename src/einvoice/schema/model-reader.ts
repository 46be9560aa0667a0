/** A particle of a content model in a table. */
export interface WrittenNode {
  /** null: a group, or a wildcard for another namespace. */
  readonly name: string | null
  /** Number of the name's type. */
  readonly type: number
  /** For a wildcard: the prefix of the excluded namespace. */
  readonly otherThan: string | null
  readonly alternatives: readonly (readonly WrittenNode[])[]
  readonly least: number
  readonly most: number
}

const NAME = /([A-Za-z0-9:._-]+)([?*+]|\{\d+,\d+\})?>(\d+)/y
const MARK = /[?*+]|\{\d+,\d+\}/y
const ANY = /\*([A-Za-z0-9]*:)/y

/**
 * Parses a content model: names with a mark for their occurrence and the number of their type, in
 * sequence; groups in parentheses, their alternatives between bars.
 */
export class ModelReader {
  #at = 0

  constructor(private readonly text: string) {}

  read(): readonly WrittenNode[] {
    const nodes = this.#sequence()
    if (this.#at < this.text.length) throw new Error(`not a content model: ${this.text.slice(this.#at, this.#at + 40)}`)
    return nodes
  }

  #sequence(): readonly WrittenNode[] {
    const nodes: WrittenNode[] = []
    for (;;) {
      while (this.text[this.#at] === ' ') this.#at += 1
      const next = this.text[this.#at]
      if (next === undefined || next === ')' || next === '|') return nodes
      nodes.push(next === '(' ? this.#group() : this.#place())
    }
  }

  #group(): WrittenNode {
    const alternatives: (readonly WrittenNode[])[] = []
    do {
      this.#at += 1
      alternatives.push(this.#sequence())
    } while (this.text[this.#at] === '|')
    if (this.text[this.#at] !== ')') throw new Error('a group is not closed')
    this.#at += 1
    return { name: null, type: 0, otherThan: null, alternatives, ...occurs(this.#match(MARK)?.[0]) }
  }

  #place(): WrittenNode {
    const any = this.#match(ANY)
    if (any !== null) return { name: null, type: 0, otherThan: any[1] ?? '', alternatives: [], least: 1, most: 1 }
    const [, name, mark, type] = this.#match(NAME) ?? []
    if (name === undefined) throw new Error(`not a particle: ${this.text.slice(this.#at, this.#at + 40)}`)
    return { name, type: Number(type), otherThan: null, alternatives: [], ...occurs(mark) }
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.text)
    if (found !== null) this.#at = pattern.lastIndex
    return found
  }
}

function occurs(mark: string | undefined): Pick<WrittenNode, 'least' | 'most'> {
  const [, from, to] = /^\{(\d+),(\d+)\}$/.exec(mark ?? '') ?? []
  if (from !== undefined) return { least: Number(from), most: Number(to) }
  return {
    least: mark === '?' || mark === '*' ? 0 : 1,
    most: mark === '*' || mark === '+' ? Number.POSITIVE_INFINITY : 1,
  }
}
