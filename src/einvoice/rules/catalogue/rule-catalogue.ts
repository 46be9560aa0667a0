import { trimmed } from '../../xml/white-space.js'

/** The texts of a broken rule. */
export interface RuleEntry {
  /** Its official id; a `*` at the end matches all ids with that beginning. */
  readonly id: string
  /** The business terms it refers to, the most important first. */
  readonly terms: readonly string[]
  /**
   * The message; `{}` is the value found, `<element>` the name of the element. Empty: the judge
   * provides it.
   */
  readonly message: string
  /** The remedy; `<element>` as above. */
  readonly fix: string
  readonly level: 'fatal' | 'warning'
  /** For a warning: the day from which it is fatal, `YYYY-MM-DD`, if that is published. */
  readonly fatalFrom?: string | undefined
}

/**
 * Rules, one in a row: `id | terms | message | remedy | warning`. Only warnings have the last
 * part, with a published end: `warning until 2027-02-24`. A rule has several rows if its texts
 * depend on the term. A bar without a space before it belongs to the text.
 */
export type RuleTable = string | (() => string)

/**
 * The rules of a profile by their ids, with their texts. Tables are parsed for the first finding.
 */
export class RuleCatalogue {
  readonly #tables: readonly RuleTable[]
  #rows: Rows | undefined

  /** @param tables if two have a rule, the first counts */
  constructor(tables: readonly RuleTable[]) {
    this.#tables = tables
  }

  /** Adds the rules of another profile, which take precedence. */
  with(...tables: readonly RuleTable[]): RuleCatalogue {
    return new RuleCatalogue([...tables, ...this.#tables])
  }

  /** The entries of a rule, in the order of its rows; at least one. */
  of(id: string): readonly [RuleEntry, ...RuleEntry[]] {
    const { exact, beginnings } = this.#read()
    const found = exact.get(id) ?? beginnings.find(({ beginning }) => id.startsWith(beginning))?.entries
    const [first, ...others] = found ?? []
    return [first ?? { ...UNKNOWN, id }, ...others]
  }

  /** The rows with exactly this id. */
  known(id: string): readonly RuleEntry[] {
    return this.#read().exact.get(id) ?? []
  }

  /** All rows. */
  get entries(): readonly RuleEntry[] {
    const { exact, beginnings } = this.#read()
    return [...exact.values(), ...beginnings.map(({ entries }) => entries)].flat()
  }

  #read(): Rows {
    return (this.#rows ??= rowsOf(this.#tables))
  }
}

interface Rows {
  readonly exact: ReadonlyMap<string, readonly RuleEntry[]>
  /** The longest first. */
  readonly beginnings: readonly { readonly beginning: string; readonly entries: readonly RuleEntry[] }[]
}

const UNKNOWN: Omit<RuleEntry, 'id'> = {
  terms: [],
  message: '',
  fix: 'Correct <element> as the rule requires',
  level: 'fatal',
}

function rowsOf(tables: readonly RuleTable[]): Rows {
  const all = new Map<string, readonly RuleEntry[]>()
  for (const table of tables) {
    const own = new Map<string, RuleEntry[]>()
    for (const entry of entriesIn(typeof table === 'string' ? table : table())) {
      const alike = own.get(entry.id)
      if (alike === undefined) own.set(entry.id, [entry])
      else alike.push(entry)
    }
    for (const [id, entries] of own) if (!all.has(id)) all.set(id, entries)
  }
  const isBeginning = ([id]: readonly [string, unknown]): boolean => id.endsWith('*')
  const rows = Array.from(all)
  return {
    exact: new Map(rows.filter((row) => !isBeginning(row))),
    beginnings: rows
      .filter(isBeginning)
      .map(([id, entries]) => ({ beginning: id.slice(0, -1), entries }))
      .sort((one, other) => other.beginning.length - one.beginning.length),
  }
}

function entriesIn(table: string): RuleEntry[] {
  return trimmed(table)
    .split('\n')
    .map((row) => {
      const [id = '', terms = '', message = '', fix = '', level = ''] = row.split(/ \|(?= |$)/).map(trimmed)
      const fatalFrom = / until (.*)/.exec(level)?.[1]
      return {
        id,
        terms: terms.split(' ').filter((term) => term !== ''),
        message,
        fix: fatalFrom === undefined ? fix : `${fix}; from ${fatalFrom} on this finding is fatal`,
        level: level.startsWith('warning') ? 'warning' : 'fatal',
        fatalFrom,
      }
    })
}

/** The message without a value and an element: the placeholder is removed with its context. */
export function withoutValue({ message }: Pick<RuleEntry, 'message'>): string {
  return trimmed(
    message
      .replaceAll('<element>', 'the element')
      .replace(/\bhave the ([a-z ]{1,80}) \{\}/, 'have the same $1')
      .replace(/ has no VAT rate of \{\} percent/, ' does not have the VAT rate')
      .replace(/ with the VAT category \{\}/, ' with another VAT category')
      .replace(/\b(?:of|is) \{\}(?=[ ,]|$)/, (match) => (match.startsWith('is') ? 'is another' : ''))
      .replaceAll(/(?<! ) *\(\{\}\)/g, '')
      .replaceAll(/(?::|(?<! )) *\{\}/g, ''),
  ).replaceAll(/ {2,}/g, ' ')
}

/** The remedy without an element. */
export function fixOf({ fix }: RuleEntry): string {
  return fix.replaceAll('<element>', 'the element')
}
