import type { FastifyInstance } from 'fastify'

interface ServedPath {
  readonly segments: readonly string[]
  readonly methods: Set<string>
}

/** Finds the methods of a path, for requests with another one; the router only says "no route". */
export class AllowedMethods {
  readonly #paths = new Map<string, ServedPath>()

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
