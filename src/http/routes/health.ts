import { Type } from '@sinclair/typebox'
import type { App, RouteDeps } from './route.js'

const Health = Type.Object({ status: Type.Literal('ok') }, { description: 'The process is alive' })
const Ready = Type.Object(
  {
    status: Type.Unsafe<'ok' | 'unavailable'>({ type: 'string', enum: ['ok', 'unavailable'] }),
    checks: Type.Record(Type.String(), Type.String(), { description: 'What was looked at: `ok`, or what is wrong' }),
  },
  { description: 'Whether requests can be served' },
)

export function healthRoutes(app: App, deps: RouteDeps): void {
  app.get(
    '/health',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getHealth',
        summary: 'Whether the process is alive',
        tags: ['Operation'],
        response: { 200: Health },
      },
    },
    async () => ({ status: 'ok' as const }),
  )

  app.get(
    '/ready',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getReadiness',
        summary: 'Whether requests can be served',
        tags: ['Operation'],
        response: { 200: Ready, 503: Ready },
      },
    },
    async (_request, reply) => {
      const { ok, checks } = await deps.ready()
      return reply
        .code(ok ? 200 : 503)
        .send({ status: ok ? ('ok' as const) : ('unavailable' as const), checks: { ...checks } })
    },
  )
}
