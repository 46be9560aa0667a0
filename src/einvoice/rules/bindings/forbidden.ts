import type { XmlElement } from '../../xml/element.js'
import type { JudgedDocument } from './binding.js'
import { trimmed } from '../../xml/white-space.js'

/** A rule that is broken by a path that a document has. */
export interface PathFinding {
  readonly id: string
  readonly severity: 'fatal' | 'warning'
  readonly path: string
  readonly element: XmlElement
}

interface PathRule {
  readonly id: string
  readonly severity: 'fatal' | 'warning'
}

/** Of a rule that looks anywhere, what the path must end with. */
interface EndRule extends PathRule {
  readonly end: string
}

const LINES = ['cac:InvoiceLine', 'cac:CreditNoteLine']

/**
 * Forbidden paths, ready to be looked up: one look-up for each distinct path that a document has,
 * however long the table is. See the table for its form.
 */
export class ForbiddenPaths {
  #table: PathTable | undefined

  /**
   * @param exempt elements that the rules which look anywhere leave alone, by their paths
   * @param dropped rules of the tables that do not count, by their ids
   */
  constructor(
    private readonly tables: readonly string[],
    private readonly exempt: ReadonlySet<string> = new Set(),
    private readonly dropped: ReadonlySet<string> = new Set(),
  ) {}

  get ids(): ReadonlySet<string> {
    return this.#ready.ids
  }

  /** The rows of the tables that count. */
  get rows(): readonly PathRow[] {
    return this.tables.flatMap(rowsOf).filter(({ id }) => !this.dropped.has(id))
  }

  /** Made when the first document is judged, so that loading takes no time. */
  get #ready(): PathTable {
    return (this.#table ??= new PathTable(this.tables, this.dropped))
  }

  /** In the order in which the document has the paths. */
  findIn({ document }: JudgedDocument): readonly PathFinding[] {
    const { exact, ends } = this.#ready
    const found: PathFinding[] = []
    for (const { path, name, elements } of document.census.values()) {
      const [element] = elements
      if (element === undefined) continue
      const whole = exact.get(path)
      if (whole !== undefined) for (const { id, severity } of whole) found.push({ id, severity, path, element })
      const anywhere = ends.get(name)
      if (anywhere === undefined || this.exempt.has(path.slice(0, path.lastIndexOf('/')))) continue
      for (const { id, severity, end } of anywhere)
        if (`/${path}`.endsWith(end)) found.push({ id, severity, path, element })
    }
    return found
  }
}

class PathTable {
  readonly exact = new Map<string, PathRule[]>()
  /** By the last step of the path. */
  readonly ends = new Map<string, EndRule[]>()
  readonly ids = new Set<string>()

  constructor(tables: readonly string[], dropped: ReadonlySet<string>) {
    for (const { id, severity, context, path } of tables.flatMap(rowsOf)) {
      if (dropped.has(id)) continue
      this.ids.add(id)
      this.#add({ id, severity }, context, path)
    }
  }

  #add(rule: PathRule, context: string, path: string): void {
    if (path.startsWith('//')) this.#addEnd(rule, path.slice(1))
    else if (context.startsWith('//*')) this.#addEnd(rule, `${context.slice(3)}/${path}`)
    else if (context.startsWith('//')) this.#addEnd(rule, `${context.slice(1)}/${path}`)
    else {
      const whole = context === '/' ? path : `${context.slice(1)}/${path}`
      const paths = whole.startsWith('LINE/') ? LINES.map((line) => line + whole.slice('LINE'.length)) : [whole]
      for (const each of paths) append(this.exact, each, rule)
    }
  }

  #addEnd(rule: PathRule, end: string): void {
    append(this.ends, end.slice(end.lastIndexOf('/') + 1), { ...rule, end })
  }
}

/** A row of a table of paths. */
export interface PathRow extends PathRule {
  readonly context: string
  readonly path: string
}

/** The rows of a table: see there for its form. */
export function rowsOf(table: string): readonly PathRow[] {
  let context = '/'
  return table.split('\n').flatMap((written): PathRow[] => {
    const line = trimmed(written)
    if (line === '') return []
    if (line.startsWith('/')) {
      context = line
      return []
    }
    const [id = '', path = ''] = line.split(' ')
    const isFatal = id.endsWith('!')
    return [{ id: isFatal ? id.slice(0, -1) : id, severity: isFatal ? 'fatal' : 'warning', context, path }]
  })
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const values = map.get(key)
  if (values === undefined) map.set(key, [value])
  else values.push(value)
}
