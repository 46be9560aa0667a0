import type { XmlElement } from '../../xml/element.js'
import type { NameIndex } from '../../syntax/name-index.js'
import type { PathCensus } from '../../syntax/path-census.js'
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

/** A rule with the place of its context: it is judged once at each element of that. */
interface PlacedRule extends PathRule {
  /** How many elements further up the context is; null: the context is the document. */
  readonly up: number | null
}

/** For a rule that applies anywhere: the end of the path. */
interface EndRule extends PlacedRule {
  readonly end: string
  /** Its steps, outwards. */
  readonly steps: readonly string[]
  /** Whether the outermost step is the end of a name. */
  readonly isOpen: boolean
  /** The prefix of the context's name, if the rule has one. */
  readonly prefix: string
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

  /**
   * For each rule one finding at each element of its context, the first one there: in the order of
   * the paths in the document.
   */
  findIn({ document }: JudgedDocument): readonly PathFinding[] {
    const { exact, ends, places } = this.#ready
    // Nearly every document has none of the paths, which costs less to see than to list its own.
    if (!leadsToRule(document.root, places) && !hasEnd(document.names, ends)) return []
    const found: PathFinding[] = []
    const judged = new Map<string, Set<XmlElement>>()
    const note = ({ id, severity, up }: PlacedRule, { path, isAttribute, elements }: PathCensus, prefix = ''): void => {
      let contexts = judged.get(id)
      if (contexts === undefined) judged.set(id, (contexts = new Set()))
      for (const element of elements) {
        const context = up === null ? document.root : above(element, isAttribute ? up - 1 : up)
        if (contexts.has(context) || !context.name.startsWith(prefix)) continue
        contexts.add(context)
        found.push({ id, severity, path, element })
        if (up === null) return
      }
    }
    for (const census of document.census.values()) {
      const { path, name } = census
      for (const rule of exact.get(path) ?? []) note(rule, census)
      const anywhere = ends.get(name)
      if (anywhere === undefined || this.exempt.has(path.slice(0, path.lastIndexOf('/')))) continue
      for (const rule of anywhere) if (`/${path}`.endsWith(rule.end)) note(rule, census, rule.prefix)
    }
    return found
  }
}

/** A path from the root at which a rule is, or below which one is. */
class Place {
  readonly below = new Map<string, Place>()
  isForbidden = false

  /** @param steps the rest of the path of a rule */
  add(steps: readonly string[]): void {
    const [step, ...rest] = steps
    if (step === undefined) {
      this.isForbidden = true
      return
    }
    let next = this.below.get(step)
    if (next === undefined) this.below.set(step, (next = new Place()))
    next.add(rest)
  }
}

function leadsToRule({ attributes, children }: XmlElement, { below }: Place): boolean {
  for (let index = 0; index < attributes.length; index += 2)
    if (below.get(`@${attributes[index] ?? ''}`)?.isForbidden === true) return true
  for (const child of children) {
    const place = below.get(child.name)
    if (place !== undefined && (place.isForbidden || leadsToRule(child, place))) return true
  }
  return false
}

/** Whether any element is at the end of a path that is forbidden anywhere. */
function hasEnd(names: NameIndex, ends: ReadonlyMap<string, readonly EndRule[]>): boolean {
  for (const name of names.names()) if (isAtEnd(names.named(name), ends.get(name), 0)) return true
  for (const name of names.attributes()) if (isAtEnd(names.bearing(name), ends.get(`@${name}`), 1)) return true
  return false
}

/** @param from the first of the rule's steps that an element is compared with */
function isAtEnd(elements: readonly XmlElement[], rules: readonly EndRule[] = [], from: 0 | 1): boolean {
  return rules.some((rule) => elements.some((element) => endsWith(element, rule, from)))
}

function endsWith(element: XmlElement, { steps, isOpen }: EndRule, from: 0 | 1): boolean {
  let at: XmlElement | null = element
  for (let index = from; index < steps.length; index += 1) {
    const step = steps[index] ?? ''
    const fits = at?.name === step || (isOpen && index === steps.length - 1 && at?.name.endsWith(step) === true)
    if (at === null || !fits) return false
    at = at.parent
  }
  return true
}

/** The element so many steps further up, at most the root. */
function above(element: XmlElement, steps: number): XmlElement {
  let at = element
  for (let step = 0; step < steps && at.parent !== null; step += 1) at = at.parent
  return at
}

class PathTable {
  readonly exact = new Map<string, PlacedRule[]>()
  /** By the last step of the path. */
  readonly ends = new Map<string, EndRule[]>()
  readonly ids = new Set<string>()
  /** The exact paths, from the root. */
  readonly places = new Place()

  constructor(tables: readonly string[], dropped: ReadonlySet<string>) {
    for (const { id, severity, context, path } of tables.flatMap(rowsOf)) {
      if (dropped.has(id)) continue
      this.ids.add(id)
      this.#add({ id, severity }, context, path)
    }
  }

  #add(rule: PathRule, context: string, path: string): void {
    const ending = /^\/\/([a-z]+:)?\*(.*)$/.exec(context)
    const up = path.startsWith('//') || context === '/' ? null : path.split('/').length
    if (path.startsWith('//')) this.#addEnd({ ...rule, up }, path.slice(1))
    else if (ending !== null) this.#addEnd({ ...rule, up }, `${ending[2] ?? ''}/${path}`, ending[1])
    else if (context.startsWith('//')) this.#addEnd({ ...rule, up }, `${context.slice(1)}/${path}`)
    else {
      const whole = context === '/' ? path : `${context.slice(1)}/${path}`
      const paths = whole.startsWith('LINE/') ? LINES.map((line) => line + whole.slice('LINE'.length)) : [whole]
      for (const each of paths) {
        append(this.exact, each, { ...rule, up })
        this.places.add(each.split('/'))
      }
    }
  }

  #addEnd(rule: PlacedRule, end: string, prefix = ''): void {
    const isOpen = !end.startsWith('/')
    const steps = (isOpen ? end : end.slice(1)).split('/').reverse()
    append(this.ends, steps[0] ?? '', { ...rule, end, steps, isOpen, prefix })
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
