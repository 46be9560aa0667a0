import { Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { lazilyAwaited } from '../../domain/lazily.js'
import { ICON } from '../html/icon.js'
import { loadReference } from './load-reference.js'
import type { Pages } from './pages.js'
import { unknownRoute } from '../error-handler.js'
import { StaticContent } from '../static-content.js'
import type { App } from '../route.js'

/**
 * The pages may load their own script, style sheet and icon, and send requests to this service;
 * nothing from other origins, and nothing inline.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Public, and not in the OpenAPI document. */
export const PAGE_ROUTE = { config: { access: 'public' }, schema: { hide: true } } as const

/** What the routes of the documentation share. */
export interface DocsSite {
  /** Loaded with the first requested page. */
  readonly pages: () => Promise<Pages>
  /** The same, with the reference of rules, for pages that show rules. */
  readonly rulePages: () => Promise<Pages>
  readonly content: StaticContent
  readonly sendPage: (request: FastifyRequest, reply: FastifyReply, page: string) => Promise<FastifyReply>
}

/** @param openApiDocument the document of the API, asked for with the first requested page */
export function docsSite(openApiDocument: () => Promise<object>): DocsSite {
  const content = new StaticContent()
  const pages = lazilyAwaited(async () => {
    const [module, document] = await Promise.all([import('./pages.js'), openApiDocument()])
    return new module.Pages(document)
  })
  return {
    content,
    pages,
    rulePages: async () => {
      await loadReference()
      return pages()
    },
    sendPage: (request, reply, page) =>
      content.send(request, reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8'), {
        content: page,
        vary: ['Accept'],
      }),
  }
}

const Choice = Type.Object({
  example: Type.Optional(Type.String({ maxLength: 100 })),
  language: Type.Optional(Type.String({ maxLength: 100 })),
})

const Search = Type.Object({ q: Type.Optional(Type.String({ maxLength: 100 })) })

/**
 * GET /docs and the paths below it except the rules: the API reference, the guide, and the search
 * over all of it. The pages load nothing from other origins, and only sending requests needs a
 * script.
 */
export function docsRoutes(app: App, { pages, rulePages, content, sendPage }: DocsSite): void {
  app.get('/', PAGE_ROUTE, (_request, reply) => reply.redirect('docs'))
  app.get('/docs/', PAGE_ROUTE, (_request, reply) => reply.redirect('../docs'))
  app.get('/docs/icon.svg', PAGE_ROUTE, (request, reply) =>
    content.send(request, reply.type('image/svg+xml; charset=utf-8'), { content: ICON }),
  )

  app.get<{ Params: { name: string } }>('/docs/assets/:name', PAGE_ROUTE, async (request, reply) => {
    const wanted = `docs/assets/${request.params.name}`
    const { assets } = await pages()
    // While a new release is rolled out, a page of one process may request its asset from another.
    const same = assets.find(({ path }) => path === wanted)
    const asset = same ?? assets.find(({ path }) => wanted.endsWith(path.slice(path.indexOf('-'))))
    if (asset === undefined) throw unknownRoute(request)
    const caching = same === undefined ? 'no-cache' : IMMUTABLE
    return content.send(request, reply.type(asset.mediaType), { content: asset.content, caching })
  })

  app.get('/docs/search', { ...PAGE_ROUTE, schema: { hide: true, querystring: Search } }, async (request, reply) => {
    const query = request.query.q ?? ''
    const all = await rulePages()
    if (!wantsJson(request)) return sendPage(request, reply, all.searchPage(query))
    const data = JSON.stringify({ data: all.search(query).places })
    return content.send(request, reply.type('application/json; charset=utf-8'), { content: data, vary: ['Accept'] })
  })

  app.get<{ Params: { operation: string }; Querystring: { example?: string; language?: string } }>(
    '/docs/api/:operation',
    { ...PAGE_ROUTE, schema: { hide: true, querystring: Choice } },
    async (request, reply) => {
      const { operation } = request.params
      const { example, language } = request.query
      const page = (await pages()).operation(operation, example, language)
      return page === undefined ? missing(request, reply) : sendPage(request, reply, page)
    },
  )

  for (const url of ['/docs', '/docs/*']) {
    app.get(url, PAGE_ROUTE, async (request, reply) => {
      const path = pathOf(request)
      const page = (await pages()).plain(path)
      if (page !== undefined) return sendPage(request, reply, page)
      return missing(request, reply)
    })
  }

  async function missing(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = pathOf(request)
    if (path.endsWith('/')) return reply.redirect(`../${path.split('/').at(-2) ?? ''}`)
    if (!wantsHtml(request)) throw unknownRoute(request)
    return sendPage(request, reply.code(404), (await pages()).notFound(path))
  }
}

/** Below the service's root. */
function pathOf({ url }: FastifyRequest): string {
  return (url.split('?')[0] ?? '').slice(1)
}

/** Browsers accept HTML; a client that accepts JSON but not HTML is a program. */
export function wantsJson(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes('application/json') && !wantsHtml(request)
}

function wantsHtml({ headers: { accept = '' } }: FastifyRequest): boolean {
  return accept.includes('text/html')
}
