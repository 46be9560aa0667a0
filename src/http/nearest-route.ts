import { editDistance } from '../domain/edit-distance.js'
import { isId } from '../domain/ids.js'

/** A path that is served: `['', 'v1', 'invoices', ':id']`, and its methods. */
export interface ServedPath {
  readonly segments: readonly string[]
  readonly methods: ReadonlySet<string>
}

/** Longer paths have no near route. */
const MOST_SEGMENTS = 6
const LONGEST_SEGMENT = 40

/** How far a route may be, and how far a step is; a misspelt letter of eight is 0.125. */
const FURTHEST = 1
const OMITTED = 0.6
const OTHER_VALUE = 0.2
/** Half of them: `v2` for `v1`. */
const MOST_MISSPELT = 0.5

/**
 * The route that a request for an unknown path probably means, as in `GET /v1/invoices/{id}`:
 * letters differ, or a segment is missing or too many. null: none is near.
 */
export function nearestRoute(routes: readonly ServedPath[], method: string, path: string): string | null {
  const given = segmentsOf(path)
  if (given.length === 0 || given.length > MOST_SEGMENTS || given.some(({ length }) => length > LONGEST_SEGMENT))
    return null
  const [nearest] = routes
    .filter(({ segments }) => !segments.includes('*') && segments.some((segment) => segment !== ''))
    .map((route) => ({ route, far: distance(segmentsOf(route.segments.join('/')), given) }))
    .filter(({ far }) => far < FURTHEST)
    .sort(
      (one, other) => one.far - other.far || Number(serves(other.route, method)) - Number(serves(one.route, method)),
    )
  return nearest === undefined ? null : inWords(nearest.route, method)
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '')
}

function serves({ methods }: ServedPath, method: string): boolean {
  return methods.has(method)
}

function inWords(route: ServedPath, method: string): string {
  const path = route.segments.map((segment) => (segment.startsWith(':') ? `{${segment.slice(1)}}` : segment)).join('/')
  const methods = serves(route, method) ? [method] : [...route.methods].filter((each) => each !== 'HEAD')
  return `${methods.sort().join(' or ')} ${path}`
}

/** The edit distance of two lists of segments. */
function distance(route: readonly string[], given: readonly string[]): number {
  let row = Array.from({ length: given.length + 1 }, (_, index) => index * OMITTED)
  for (const segment of route) {
    const next = [(row[0] ?? 0) + OMITTED]
    for (const [at, other] of given.entries()) {
      const replaced = (row[at] ?? 0) + difference(segment, other)
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + OMITTED, (next[at] ?? 0) + OMITTED))
    }
    row = next
  }
  return row[given.length] ?? Infinity
}

function difference(segment: string, given: string): number {
  if (segment.startsWith(':')) return isId(given) ? 0 : OTHER_VALUE
  const longer = Math.max(segment.length, given.length)
  const misspelt = editDistance(segment, given.toLowerCase(), MOST_MISSPELT * longer) / longer
  return misspelt > MOST_MISSPELT ? Infinity : misspelt
}
