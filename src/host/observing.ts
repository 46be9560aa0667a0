import type pg from 'pg'
import { type Observer, UNOBSERVED } from '../domain/observer.js'
import type { EventStore } from '../eventstore/port.js'
import type { Readiness } from '../http/deps.js'
import { DeploymentFigures } from '../observability/deployment-figures.js'
import { createMetrics } from '../observability/metrics.js'
import { metricsRoute } from '../observability/metrics-route.js'
import { addProcessFigures } from '../observability/process-figures.js'
import type { Config } from './config.js'
import type { OpsRoutes } from './ops-server.js'

/** Who watches this process. */
export interface Observing {
  /** To be handed to every part that does something worth watching. */
  readonly observer: Observer
  /** `GET /metrics` for the operator's server. */
  metricsRoute(sources: MetricsSources): OpsRoutes
}

/** What figures are read from. */
export interface MetricsSources {
  /** For figures alone. */
  readonly pool: pg.Pool
  readonly store: EventStore
  readonly pools: () => ReadonlyMap<string, pg.Pool>
  readonly ready: () => Readiness
}

/** Makes what watches this process. Without `OPS_PORT` nobody asks for figures: none are kept. */
export function observing(config: Config): Observing {
  const metrics = config.OPS_PORT === undefined ? null : createMetrics()
  return {
    observer: metrics?.observer ?? UNOBSERVED,
    metricsRoute({ pool, store, pools, ready }) {
      if (metrics === null) throw new Error('no figures are kept without OPS_PORT')
      const figures = new DeploymentFigures(metrics.registry, { pool, store })
      addProcessFigures(metrics.registry, { pools, ready })
      return metricsRoute(metrics.registry, () => figures.refresh())
    },
  }
}
