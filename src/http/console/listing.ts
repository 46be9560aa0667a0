import { html, type Html } from '../html/html.js'
import type { ListPlace } from '../../projections/list-place.js'
import { isoTime } from '../../domain/iso-time.js'
import type { Fields } from './fields.js'

/** Rows of a page of a list. */
const PAGE_SIZE = 50

/** A row of a list that is newest first. */
interface Placed {
  readonly created_at: string
  readonly id: string
}

/** One page of a list: its rows, and the links to the others. */
interface Listed<Row> {
  readonly rows: readonly Row[]
  /** null: this is the only one. */
  readonly pages: Html | null
  /** The same, to stand before the list. */
  readonly above: Html | null
}

/**
 * The requested page of a list. `read` returns at most `limit` rows after a place; it is not
 * called if a field is invalid.
 */
export async function listPage<Row extends Placed>(
  path: string,
  fields: Fields,
  read: (after: ListPlace | null, limit: number) => Promise<readonly Row[]>,
): Promise<Listed<Row>> {
  const after = placeIn(fields)
  const found = fields.faults.length > 0 ? [] : await read(after, PAGE_SIZE + 1)
  const rows = found.slice(0, PAGE_SIZE)
  const last = found.length > PAGE_SIZE ? rows.at(-1) : undefined
  const linksAs = (name: string): Html | null =>
    links(fields, path, last === undefined ? null : placeText(last), after === null, name)
  return { rows, pages: linksAs('Pages'), above: linksAs('Pages, before the list') }
}

function links(fields: Fields, path: string, next: string | null, isFirst: boolean, name: string): Html | null {
  if (next === null && isFirst) return null
  const address = (after: string | null): string => {
    const query = fields.query()
    query.delete('after')
    if (after !== null) query.set('after', after)
    return query.size === 0 ? path : `${path}?${query.toString()}`
  }
  return html`<nav class="pages" aria-label="${name}">
    ${isFirst ? null : html`<a href="${address(null)}">First page</a>`}
    ${next === null ? html`<span class="quiet">This is the last page.</span>` : html`<a href="${address(next)}" rel="next">Next page</a>`}
  </nav>`
}

/** The place in a list at which a page begins; null: at its beginning. */
export function placeIn(fields: Fields): ListPlace | null {
  const text = fields.matching(
    'after',
    /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z [a-z]{3,4}_[0-9A-Za-z]{22}$/,
    'This page does not exist: follow a link of the list.',
    (place) => isTime(partsOf(place).createdAt),
  )
  return text === null ? null : partsOf(text)
}

/** JavaScript reads 30 February as a day in March; PostgreSQL rejects it. */
function isTime(text: string): boolean {
  const time = new Date(text)
  return !Number.isNaN(time.getTime()) && time.toISOString() === text
}

function partsOf(text: string): ListPlace {
  const [createdAt = '', id = ''] = text.split(' ')
  return { createdAt, id }
}

function placeText({ created_at, id }: Placed): string {
  return `${isoTime(created_at)} ${id}`
}
