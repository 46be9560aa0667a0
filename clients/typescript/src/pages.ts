import type { Client } from 'openapi-fetch'
import type { paths } from './api.js'
import { ClearwayResponseError, expectSuccess } from './error.js'

/** The common fields of list pages. */
interface Page<Entry> {
  readonly data: readonly Entry[]
  readonly hasMore: boolean
  readonly nextCursor: string | null
}

type AnswerOf<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } }
}
  ? Body
  : never

/** A path whose GET returns pages, also of one resource. */
type AnyPagedPath = {
  [Path in keyof paths]: AnswerOf<Path> extends never ? never : AnswerOf<Path> extends Page<unknown> ? Path : never
}[keyof paths]

/** A path whose GET returns pages and needs only a query. */
export type PagedPath = Exclude<AnyPagedPath, `${string}{${string}`>

/** An entry of that list. */
export type EntryOf<Path extends AnyPagedPath> = AnswerOf<Path> extends Page<infer Entry> ? Entry : never

/** The query parameters of that list; one that is undefined is left out. */
export type QueryOf<Path extends AnyPagedPath> = paths[Path] extends { get: { parameters: { query?: infer Query } } }
  ? { readonly [Name in keyof NonNullable<Query>]: NonNullable<Query>[Name] | undefined }
  : never

/** Options of a single request. */
export interface RequestOptions {
  /** Ends the request; the promise is then rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** How many milliseconds each attempt may take, instead of the client's own. */
  readonly timeoutMs?: number | undefined
}

/** Options of a single request that changes something. */
export interface ChangeOptions extends RequestOptions {
  /**
   * Any text that identifies this request in your system, at most 255 characters. The same request
   * under the same key has one effect, so it is repeated like a read.
   */
  readonly idempotencyKey?: string | undefined
}

/** The options as the generic methods accept them. */
export function initOf({ signal, timeoutMs, idempotencyKey }: ChangeOptions): {
  signal?: AbortSignal
  timeoutMs?: number
  headers?: Record<string, string>
} {
  return {
    ...(signal !== undefined && { signal }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(idempotencyKey !== undefined && { headers: { 'X-Idempotency-Key': idempotencyKey } }),
  }
}

/**
 * The pages of a list, one request each. Throws the errors of `expectSuccess`.
 *
 * @param query as for the list itself; `cursor` is the start, `limit` the size of a page
 * @param id of the resource whose list it is
 */
export async function* pagesOf<Path extends AnyPagedPath>(
  client: Client<paths>,
  path: Path,
  query: QueryOf<Path>,
  options: RequestOptions = {},
  id?: string,
): AsyncGenerator<Page<EntryOf<Path>>, void, undefined> {
  // All lists are called alike: PagedPath ensures that they have the same form.
  const list = client.GET as unknown as (
    path: string,
    init: object,
  ) => Promise<{ data?: Page<EntryOf<Path>>; error?: unknown; response: Response }>
  let cursor: string | null | undefined = (query as { cursor?: string }).cursor
  for (;;) {
    const asked = { ...query, ...(cursor !== undefined && { cursor }) }
    const params = { query: asked, ...(id !== undefined && { path: { id } }) }
    const result = await list(path, { params, ...initOf(options) })
    const page = expectSuccess(result)
    yield page
    if (!page.hasMore) return
    // Otherwise the same page would repeat forever.
    if (page.nextCursor === null || page.nextCursor === cursor)
      throw new ClearwayResponseError(result.response, '', 'with a page without a next one')
    cursor = page.nextCursor
  }
}

/**
 * All entries of a list, page after page, each requested when it is needed: `for await (const
 * invoice of paginate(clearway, '/v1/invoices', { status: 'error' }))`.
 */
export async function* paginate<Path extends PagedPath>(
  client: Client<paths>,
  path: Path,
  query?: QueryOf<Path>,
  options?: RequestOptions,
): AsyncGenerator<EntryOf<Path>, void, undefined> {
  for await (const { data } of pagesOf(client, path, query ?? ({} as QueryOf<Path>), options)) yield* data
}
