import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'

/** `GET /metrics` in the text format of Prometheus. `refresh` updates the gauges first. */
export function metricsRoute(registry: Registry, refresh: () => Promise<void>): (app: FastifyInstance) => void {
  return (app) => {
    app.get('/metrics', async (_request, reply) => {
      await refresh()
      return reply.type(registry.contentType).send(await registry.metrics())
    })
  }
}
