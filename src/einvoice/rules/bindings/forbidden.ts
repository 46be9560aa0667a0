import type { XmlElement } from '../../xml/element.js'
import type { JudgedDocument } from './binding.js'
import { trimmed } from '../../xml/white-space.js'

/** A rule that forbids a path. */
interface PathFinding {
  readonly id: string
  readonly severity: 'fatal' | 'warning'
  readonly path: string
  readonly element: XmlElement
}

interface PathRule {
  readonly id: string
  readonly severity: 'fatal' | 'warning'
}

/** For a rule that applies anywhere: the end of the path. */
interface EndRule extends PathRule {
  readonly end: string
}

const LINES = ['cac:InvoiceLine', 'cac:CreditNoteLine']

/**
 * An index of forbidden paths: one look-up for each distinct path of a document, regardless of the
 * table's length. See the table for its form.
 */
export class ForbiddenPaths {
  #table: PathTable | undefined

  /**
   * @param exempt paths of elements that are exempt from the rules that apply anywhere
   * @param dropped ids of rules in the tables that are ignored
   */
  constructor(
    private readonly tables: readonly string[],
    private readonly exempt: ReadonlySet<string> = new Set(),
    private readonly dropped: ReadonlySet<string> = new Set(),
  ) {}

  get ids(): ReadonlySet<string> {
    return this.#ready.ids
  }

  /** The rows of the tables without the ignored ones. */
  get rows(): readonly PathRow[] {
    return this.tables.flatMap(rowsOf).filter(({ id }) => !this.dropped.has(id))
  }

  /** Built when the first document is judged, so that loading is fast. */
  get #ready(): PathTable {
    return (this.#table ??= new PathTable(this.tables, this.dropped))
  }

  /** In the order of the paths in the document. */
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

/** Parses the rows of a table, which describes its form. */
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
