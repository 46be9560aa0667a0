import { Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RULES_STYLE, ruleIndexPage, rulePage, unknownRulePage } from '../docs/rule-pages.js'
import { notFound } from '../errors.js'
import type { App } from './route.js'

/**
 * For these pages alone: a style sheet and an icon of this service, and a form that asks it. No
 * script at all.
 */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The reference is large and the judge doesn't need it: it is loaded when the first page is asked
 * for.
 */
const reference = () => import('../../reference/reference.js')
const search = () => import('../../reference/search.js')

const route = { config: { access: 'public' }, schema: { hide: true } } as const

/**
 * GET /docs/rules and GET /docs/rules/ID: the reference of rules, as pages for people and as JSON
 * for programs.
 */
export function ruleRoutes(app: App): void {
  const Query = Type.Object({ q: Type.Optional(Type.String({ maxLength: 100 })) })
  app.get('/docs/rules', { ...route, schema: { hide: true, querystring: Query } }, async (request, reply) => {
    const [{ ruleFamilies }, { searchRules }] = await Promise.all([reference(), search()])
    const query = request.query.q ?? ''
    const found = searchRules(query)
    if (!wantsJson(request)) return asPage(reply, ruleIndexPage(query, found, ruleFamilies()))
    if (query !== '') return asJson(reply, { total: found.total, data: found.rules })
    const families = ruleFamilies().map(({ rules, ...family }) => ({ ...family, rules: rules.map(({ id }) => id) }))
    return asJson(reply, { data: families })
  })
  app.get('/docs/rules/', route, (_request, reply) => reply.redirect('../rules'))
  app.get('/docs/rules.css', route, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(RULES_STYLE),
  )

  app.get<{ Params: { rule: string } }>('/docs/rules/:rule', route, async (request, reply) => {
    const { rule } = request.params
    const [{ ruleEntry, writtenId }, { nearRules }] = await Promise.all([reference(), search()])
    const entry = ruleEntry(rule)
    if (entry !== undefined) return wantsJson(request) ? asJson(reply, { data: entry }) : asPage(reply, rulePage(entry))
    const written = writtenId(rule)
    if (written !== undefined) return reply.redirect(encodeURIComponent(written), 308)
    const near = nearRules(rule)
    if (wantsJson(request)) throw notFound(near.length === 0 ? 'rule' : `rule; near it are ${near.join(', ')}`)
    return asPage(reply.code(404), unknownRulePage(rule, near))
  })
}

/** A browser names HTML; whoever names JSON without it is a program. */
function wantsJson({ headers: { accept = '' } }: FastifyRequest): boolean {
  return accept.includes('application/json') && !accept.includes('text/html')
}

function asPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-cache', vary: 'accept' })
    .type('text/html; charset=utf-8')
    .send(html)
}

function asJson(reply: FastifyReply, content: object): FastifyReply {
  return reply
    .headers({ 'cache-control': 'no-cache', vary: 'accept' })
    .type('application/json; charset=utf-8')
    .send(content)
}
