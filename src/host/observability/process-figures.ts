import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'

/** Sources of the figures that this process reports at every scrape. */
interface ProcessFiguresDeps {
  /** The pools of connections to the database, by user. Read at each scrape. */
  readonly pools: () => ReadonlyMap<string, Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>>
  /** The answer of GET /ready. */
  readonly ready: () => { readonly status: string; readonly checks: Readonly<Record<string, string>> }
}

/** Adds the gauges that are read from the process itself at each scrape. */
export function addProcessFigures(registry: Registry, { pools, ready }: ProcessFiguresDeps): void {
  const registers = [registry]
  new Gauge({
    name: 'clearway_database_connections',
    help: 'Connections of this process to PostgreSQL, by pool and by whether they are in use.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount }] of pools()) {
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'used' }, totalCount - idleCount)
      }
    },
  })
  new Gauge({
    name: 'clearway_database_connections_wanted',
    help: 'Callers that wait for a connection to PostgreSQL because all connections of the pool are in use.',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [pool, { waitingCount }] of pools()) this.set({ pool }, waitingCount)
    },
  })
  new Gauge({
    name: 'clearway_ready',
    help: 'Whether GET /ready of this process answers 200: 1, also when it is degraded; 0: send traffic elsewhere.',
    registers,
    collect() {
      this.set(ready().status === 'unavailable' ? 0 : 1)
    },
  })
  new Gauge({
    name: 'clearway_check_ok',
    help: 'The checks of GET /ready: 1 for ok, 0 for anything else.',
    labelNames: ['check'],
    registers,
    collect() {
      this.reset()
      for (const [check, state] of Object.entries(ready().checks)) this.set({ check }, state === 'ok' ? 1 : 0)
    },
  })
}
