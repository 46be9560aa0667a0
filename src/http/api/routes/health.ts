import { Type } from '@sinclair/typebox'
import { VERSION } from '../../../version.js'
import type { Readiness } from '../../deps.js'
import type { App, RouteDeps } from '../../route.js'

const Health = Type.Object(
  {
    status: Type.Literal('ok'),
    version: Type.String({ description: 'Version of the program', examples: [VERSION] }),
  },
  { description: 'The process is alive' },
)
const Ready = Type.Object(
  {
    status: Type.Unsafe<Readiness['status']>({
      type: 'string',
      enum: ['ok', 'degraded', 'unavailable'],
      description: '`degraded`: requests are served, but the operator has something to check',
    }),
    checks: Type.Record(Type.String(), Type.String(), { description: 'Result of each check: `ok`, or what is wrong' }),
  },
  { description: 'Whether requests can be served' },
)

/** GET /health and GET /ready, without a key. */
export function healthRoutes(app: App, deps: RouteDeps): void {
  app.get(
    '/health',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getHealth',
        summary: 'Whether the process is alive',
        description: 'Checks nothing else: a failure means that the process has to be restarted.',
        tags: ['Operation'],
        response: { 200: Health },
      },
    },
    async () => ({ status: 'ok' as const, version: VERSION }),
  )

  app.get(
    '/ready',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getReadiness',
        summary: 'Whether requests can be served',
        description: 'Checks what requests need: a load balancer sends none to a process that answers 503.',
        tags: ['Operation'],
        response: { 200: Ready, 503: Ready },
      },
    },
    async (_request, reply) => {
      const { status, checks } = await deps.ready()
      return reply.code(status === 'unavailable' ? 503 : 200).send({ status, checks: { ...checks } })
    },
  )
}
