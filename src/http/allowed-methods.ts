import type { FastifyInstance } from 'fastify'
import { nearestRoute, type ServedPath } from './nearest-route.js'

interface KnownPath extends ServedPath {
  readonly methods: Set<string>
}

/** Finds the methods of a path, for requests with another one; the router only says "no route". */
export class AllowedMethods {
  readonly #paths = new Map<string, KnownPath>()

  /** Sees all routes that are added to the app after it. */
  constructor(app: FastifyInstance) {
    app.addHook('onRoute', ({ url, method }) => {
      const known = this.#paths.get(url) ?? { segments: url.split('/'), methods: new Set() }
      this.#paths.set(url, known)
      for (const each of [method].flat()) known.methods.add(each)
    })
  }

  /** The methods of all routes that fit a path, sorted; none: the path is unknown. */
  of(path: string): readonly string[] {
    const given = path.split('/')
    const fitting = [...this.#paths.values()].filter(({ segments }) => fits(segments, given))
    return [...new Set(fitting.flatMap(({ methods }) => [...methods]))].sort()
  }

  /** The methods of the route with exactly this path, sorted; none: there is no such route. */
  literally(path: string): readonly string[] {
    return [...(this.#paths.get(path)?.methods ?? [])].sort()
  }

  /**
   * The route that a request for an unknown path probably means, as in `GET /v1/invoices/{id}`;
   * null: none is near.
   */
  nearest(method: string, path: string): string | null {
    return nearestRoute([...this.#paths.values()], method, path)
  }
}

/** Whether a path fits the pattern of a route: `:id` is one segment, `*` any number. */
function fits(pattern: readonly string[], path: readonly string[]): boolean {
  const rest = pattern.indexOf('*')
  if (rest === -1 ? pattern.length !== path.length : path.length <= rest) return false
  const fixed = rest === -1 ? pattern : pattern.slice(0, rest)
  return fixed.every((segment, index) =>
    segment.startsWith(':') ? path[index] !== '' : segment === (path[index] ?? ''),
  )
}
