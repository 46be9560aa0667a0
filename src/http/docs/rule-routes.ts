import { Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../errors.js'
import { loadReference } from './load-reference.js'
import { type DocsSite, PAGE_ROUTE, wantsJson } from './routes.js'
import type { App } from '../route.js'

const search = () => import('./reference/search.js')

/**
 * GET /docs/rules and GET /docs/rules/ID: the reference of rules, as pages for people and as JSON
 * for programs.
 */
export function ruleRoutes(app: App, { rulePages, content, sendPage }: DocsSite): void {
  const sendJson = (request: FastifyRequest, reply: FastifyReply, body: object): Promise<FastifyReply> =>
    content.send(request, reply.type('application/json; charset=utf-8'), {
      content: JSON.stringify(body),
      vary: ['Accept'],
    })

  const Query = Type.Object({ q: Type.Optional(Type.String({ maxLength: 100 })) })
  app.get('/docs/rules', { ...PAGE_ROUTE, schema: { hide: true, querystring: Query } }, async (request, reply) => {
    const query = request.query.q ?? ''
    if (!wantsJson(request)) return sendPage(request, reply, (await rulePages()).ruleIndex(query))
    const [{ ruleFamilies }, { searchRules }] = await Promise.all([loadReference(), search()])
    const found = searchRules(query)
    if (query !== '') return sendJson(request, reply, { total: found.total, data: found.rules })
    const families = ruleFamilies().map(({ rules, ...family }) => ({ ...family, rules: rules.map(({ id }) => id) }))
    return sendJson(request, reply, { data: families })
  })
  app.get('/docs/rules/', PAGE_ROUTE, (_request, reply) => reply.redirect('../rules'))

  app.get<{ Params: { rule: string } }>('/docs/rules/:rule', PAGE_ROUTE, async (request, reply) => {
    const { rule } = request.params
    const { ruleEntry, writtenId } = await loadReference()
    const entry = ruleEntry(rule)
    if (entry !== undefined && wantsJson(request)) return sendJson(request, reply, { data: entry })
    const page = (await rulePages()).rule(rule)
    if (page !== undefined) return sendPage(request, reply, page)
    const written = writtenId(rule)
    if (written !== undefined) return reply.redirect(encodeURIComponent(written), 308)
    if (!wantsJson(request)) return sendPage(request, reply.code(404), (await rulePages()).unknownRule(rule))
    const { nearRules } = await search()
    const near = nearRules(rule)
    throw notFound(near.length === 0 ? 'rule' : `rule; similar ids: ${near.join(', ')}`)
  })
}
