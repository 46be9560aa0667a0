import type pg from 'pg'
import type { Logger } from 'pino'
import { bothObservers, type Observer, UNOBSERVED } from '../../domain/observer.js'
import type { EventStore } from '../../eventstore/port.js'
import type { Readiness } from '../../http/deps.js'
import { DeploymentFigures } from './deployment-figures.js'
import { createMetrics } from './metrics.js'
import { metricsRoute } from './metrics-route.js'
import { addProcessFigures } from './process-figures.js'
import type { Tracing } from './traces.js'
import type { Config } from '../settings/config.js'
import type { OpsRoutes } from '../../http/ops/server.js'

/** The observation of this process. */
interface Observation {
  /** For every part that reports events worth observing. */
  readonly observer: Observer
  /** `GET /metrics` for the operator's server. */
  metricsRoute(sources: MetricsSources): OpsRoutes
  /** Sends the remaining spans. Call it when everything else has ended. */
  stop(): Promise<void>
}

/** Sources of the figures. */
interface MetricsSources {
  /** For figures only. */
  readonly pool: pg.Pool
  readonly store: EventStore
  readonly pools: () => ReadonlyMap<string, pg.Pool>
  readonly ready: () => Readiness
}

/** Longest interval between two warnings about lost spans. */
const WARN_EVERY_MS = 60_000

/**
 * Creates the observation of this process. Without `OPS_PORT` no figures are kept; without a
 * collector no spans are created.
 */
export async function startObserving(config: Config, log: Logger): Promise<Observation> {
  const metrics = config.OPS_PORT === undefined ? null : createMetrics()
  const tracing = await tracingOf(config, log)
  const observers = [metrics?.observer, tracing?.observer].filter((observer) => observer !== undefined)
  return {
    observer: observers.reduce(
      (outer, inner) => (outer === UNOBSERVED ? inner : bothObservers(outer, inner)),
      UNOBSERVED,
    ),
    metricsRoute({ pool, store, pools, ready }) {
      if (metrics === null) throw new Error('no figures are kept without OPS_PORT')
      const figures = new DeploymentFigures(metrics.registry, {
        pool,
        store,
        movesDocuments: config.DOCUMENTS_URL !== undefined,
      })
      addProcessFigures(metrics.registry, { pools, ready })
      return metricsRoute(metrics.registry, () => figures.refresh())
    },
    stop: async () => tracing?.stop(),
  }
}

async function tracingOf(config: Config, log: Logger): Promise<Tracing | null> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return null
  // Most deployments need none of its hundreds of files.
  const { startTracing } = await import('./traces.js')
  let warnedAt = -Infinity
  let lost = 0
  return startTracing({
    endpoint,
    headers: headersOf(config.OTEL_EXPORTER_OTLP_HEADERS ?? ''),
    serviceName: config.OTEL_SERVICE_NAME,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
    roles: config.ROLES,
    onLost: (spans, reason) => {
      lost += spans
      if (performance.now() - warnedAt < WARN_EVERY_MS) return
      warnedAt = performance.now()
      log.warn({ spans: lost, reason }, 'traces could not be sent to the collector and are lost; check the collector')
      lost = 0
    },
  })
}

/** `name=value,name=value` with percent-encoded values, the format of OpenTelemetry. */
function headersOf(pairs: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    pairs.split(',').flatMap((pair) => {
      const at = pair.indexOf('=')
      return at < 1 ? [] : [[pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())] as const]
    }),
  )
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
