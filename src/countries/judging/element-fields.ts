import { trimmed } from '../../einvoice/xml/white-space.js'
import { belowRoot, TermPaths } from '../../einvoice/syntax/term-paths.js'
import type { XmlElement } from '../../einvoice/xml/element.js'

/** The source of an element of a national document in the API's body. */
interface ElementField {
  /** Business term of EN 16931; empty: none. */
  readonly term: string
  /**
   * The field, for example `supplier.address.city`; with a dot at its start relative to the place
   * of the nearest group that has one (see `JsonPlace`); empty: the invoice as a whole.
   */
  readonly field: string
  /** The values that the format requires: ends "the format requires …"; empty: not stated. */
  readonly form: string
  /** The remedy for a value that the service computes; empty for all others. */
  readonly remedy: string
}

/**
 * The `of` that writers of national documents pass with a group: its place in the body, for
 * example `lines[2]`.
 */
export interface JsonPlace {
  readonly field: string
  /** Whether all elements inside lead to the place itself: it has other fields than the group. */
  readonly isWhole?: boolean
}

/**
 * A table of a national format: the elements and their fields. A row is `path | term | field |
 * form | remedy`, the last two optional; the path is relative to the root, without prefixes. An
 * element without a row has that of the nearest ancestor.
 */
export class ElementFields {
  /** The canonical prefix of all elements below the root, for example `fa:`. */
  readonly prefix: string
  readonly #table: string
  #rows: ReadonlyMap<string, ElementField> | undefined
  #terms: TermPaths | undefined

  constructor(table: string, prefix = '') {
    this.#table = table
    this.prefix = prefix
  }

  /** The places of the business terms in the format. */
  get terms(): TermPaths {
    return (this.#terms ??= new TermPaths(
      Array.from(this.#read()).flatMap(([path, { term }]) => (term === '' ? [] : [[term, path] as const])),
    ))
  }

  /** Every row by its path, with prefixes. */
  get rows(): ReadonlyMap<string, ElementField> {
    return this.#read()
  }

  /**
   * The row of an element, and its JSON path.
   * @param missing a child that the element should have: its row counts, if it has one of its own
   */
  fieldOf(
    element: XmlElement,
    places: ReadonlyMap<XmlElement, object>,
    missing = '',
  ): ElementField & { readonly path: string } {
    const rows = this.#read()
    const ofMissing = missing === '' ? undefined : rows.get([belowRoot(element), missing].filter(Boolean).join('/'))
    const found = ofMissing ?? nearest(element, (each) => rows.get(belowRoot(each)))
    if (found === undefined) return { term: '', field: '', form: '', remedy: '', path: '' }
    if (!found.field.startsWith('.')) return { ...found, path: found.field }
    const place = nearest(element, (each) => places.get(each) as JsonPlace | undefined)
    const rest = found.field === '.' || place?.isWhole === true ? '' : found.field
    const base = place?.field ?? ''
    return { ...found, path: base === '' ? rest.slice(1) : base + rest }
  }

  #read(): ReadonlyMap<string, ElementField> {
    return (this.#rows ??= new Map(
      trimmed(this.#table)
        .split('\n')
        .map((row): [string, ElementField] => {
          const [path = '', term = '', field = '', form = '', remedy = ''] = row.split('|').map(trimmed)
          const steps = path.split('/').map((step) => this.prefix + step)
          return [steps.join('/'), { term, field, form, remedy }]
        }),
    ))
  }
}

function nearest<T>(element: XmlElement, of: (element: XmlElement) => T | undefined): T | undefined {
  for (let at: XmlElement | null = element; at !== null; at = at.parent) {
    const found = of(at)
    if (found !== undefined) return found
  }
  return undefined
}
