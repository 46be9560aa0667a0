import type { Answer } from '../local-server.js'

const LARGEST_PAGE = 200

/** A page of a list; `show` is called for the items on it alone. */
export function page<Item>(
  query: URLSearchParams,
  items: readonly Item[],
  mostOfAPage = LARGEST_PAGE,
  show: (item: Item) => unknown = (item) => item,
): Answer {
  const size = Number(query.get('page_size') ?? 100)
  const number = Number(query.get('page') ?? 1)
  if (!(size >= 1 && size <= LARGEST_PAGE && number >= 1)) return problem(422, 'page_size cannot be greater than 200')
  const shown = Math.min(size, mostOfAPage)
  const headers = { 'Invoicetronic-Total-Count': String(items.length) }
  const answer = json(items.slice((number - 1) * shown, number * shown).map(show))
  return { ...answer, headers: { ...answer.headers, ...headers } }
}

/** An answer in JSON. */
export function json(value: unknown, status = 200): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

/** A problem by RFC 9457. */
export function problem(status: number, detail: string): Answer {
  const body = JSON.stringify({ type: 'about:blank', title: `HTTP ${String(status)}`, status, detail })
  return { status, headers: { 'content-type': 'application/problem+json' }, body }
}
