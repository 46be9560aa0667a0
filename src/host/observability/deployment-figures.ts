import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'
import type { EventStore } from '../../eventstore/port.js'
import { countClosedConnections, countParked, listClosedGates } from '../../processors/work/work-report.js'
import { oldestHere } from '../../storage/documents/document-moves.js'
import { projectionStatus } from '../../projections/engine/status.js'
import { OF_ALL } from './metrics.js'
import { stateOfSeals } from './newest-seal.js'

/** Where the figures of the whole deployment are read from. */
interface FiguresDeps {
  /** For these figures only, with a short statement timeout. */
  readonly pool: pg.Pool
  readonly store: EventStore
  /** Whether documents move to an object store; absent: they do not. */
  readonly movesDocuments?: boolean
  /** Milliseconds; monotonic. */
  readonly now?: () => number
}

/** Age up to which figures are reused: frequent scraping costs little. */
const REMEMBERED_MS = 10_000
/** A scrape is answered without these figures if they are not available by then. */
const WITHIN_MS = 4_000

/**
 * Figures of the whole deployment, read from the database and the event store at each scrape. If
 * they can't be read they are left out, and `clearway_deployment_figures_up` is 0: old figures
 * would hide an outage.
 */
export class DeploymentFigures {
  readonly #deps: FiguresDeps
  readonly #gauges: ReturnType<typeof gaugesOf>
  #readAt = -Infinity
  #reading: Promise<boolean> | null = null

  constructor(registry: Registry, deps: FiguresDeps) {
    this.#deps = deps
    this.#gauges = gaugesOf(registry)
  }

  /** Updates the gauges within a few seconds. Never throws. */
  async refresh(): Promise<void> {
    const now = (this.#deps.now ?? (() => performance.now()))()
    if (now - this.#readAt < REMEMBERED_MS) return
    const reading = (this.#reading ??= this.#read().finally(() => {
      this.#reading = null
    }))
    const done = new AbortController()
    const late = new Promise<boolean>((resolve) => {
      const timer = setTimeout(resolve, WITHIN_MS, false)
      done.signal.addEventListener('abort', () => clearTimeout(timer))
    })
    const isRead = await Promise.race([reading, late])
    done.abort()
    this.#gauges.up.set(isRead ? 1 : 0)
    if (isRead) this.#readAt = now
    else this.#forget()
  }

  #forget(): void {
    for (const [name, gauge] of Object.entries(this.#gauges)) if (name !== 'up') gauge.reset()
    const { parked, closedConnections, head, sealAge, sealTrouble, sealWaiting, sealReadUpTo, oldestDocument } =
      this.#gauges
    // A gauge without labels would then be 0 and suggest that all is well.
    for (const gauge of [
      parked,
      closedConnections,
      head,
      sealAge,
      sealTrouble,
      sealWaiting,
      sealReadUpTo,
      oldestDocument,
    ])
      gauge.remove()
  }

  /** Returns whether everything could be read. */
  async #read(): Promise<boolean> {
    const { pool, store, movesDocuments = false } = this.#deps
    try {
      const [
        work,
        parked,
        gates,
        closedConnections,
        projections,
        seals,
        connections,
        receivers,
        budgets,
        head,
        oldest,
      ] = await Promise.all([
        pool.query<WorkRow>(
          `SELECT kind, lane, count(*)::int AS waiting, count(*) FILTER (WHERE due_at <= now())::int AS due,
             greatest(0, extract(epoch FROM now() - min(due_at)))::float AS oldest
           FROM processing.work GROUP BY kind, lane`,
        ),
        countParked(pool),
        listClosedGates(pool),
        countClosedConnections(pool),
        projectionStatus(pool, store),
        stateOfSeals(pool, store),
        pool.query<{ country: string; environment: string; status: string; count: number }>(
          `SELECT country_code AS country, environment, status, count(*)::int AS count
           FROM read.connections GROUP BY 1, 2, 3`,
        ),
        pool.query<{ environment: string; count: number }>(
          `SELECT environment, count(*)::int AS count FROM read.receivers WHERE failing_since IS NOT NULL GROUP BY 1`,
        ),
        // Budgets of single customers have numbers in their names.
        pool.query<{ name: string; used: number }>(
          `SELECT name, max(used)::int AS used FROM operations.call_budget
           WHERE until_at > now() AND name !~ '[0-9]' GROUP BY name`,
        ),
        store.head(),
        movesDocuments ? oldestHere(pool) : null,
      ])
      this.#forget()
      const gauges = this.#gauges
      for (const { kind, lane, waiting, due, oldest } of work.rows) {
        const labels = { work: kind, ...partsOfLane(lane) }
        gauges.waiting.set(labels, waiting)
        gauges.due.set(labels, due)
        gauges.oldest.set(labels, oldest)
      }
      gauges.parked.set(parked)
      for (const { name, failures, closedUntil } of gates) {
        if (closedUntil === null) continue
        const { country, environment } = partsOfLane(name)
        gauges.gates.set({ country, environment, reason: failures > 0 ? 'no answer' : 'calls used up' }, 1)
      }
      gauges.closedConnections.set(closedConnections)
      gauges.head.set(Number(head ?? 0n))
      for (const { name, lagSeconds, pausedAt, setAside } of projections) {
        gauges.lag.set({ projection: name }, lagSeconds)
        gauges.paused.set({ projection: name }, pausedAt === null ? 0 : 1)
        gauges.setAside.set({ projection: name }, setAside)
      }
      if (seals.at !== null) gauges.sealAge.set(Math.max(0, (Date.now() - seals.at.getTime()) / 1000))
      gauges.sealTrouble.set(seals.trouble === null ? 0 : 1)
      gauges.sealWaiting.set(seals.waiting)
      gauges.sealReadUpTo.set(seals.readUpTo)
      for (const { country, environment, status, count } of connections.rows) {
        gauges.connections.set({ country, environment, status }, count)
      }
      for (const { environment, count } of receivers.rows) gauges.receivers.set({ environment }, count)
      for (const { name, used } of budgets.rows) gauges.budgets.set({ budget: name }, used)
      if (oldest !== null) gauges.oldestDocument.set(oldest)
      return true
    } catch {
      // `/ready` and the log report what is wrong with the database or the event store.
      return false
    }
  }
}

interface WorkRow {
  readonly kind: string
  readonly lane: string
  readonly waiting: number
  readonly due: number
  /** Seconds since the oldest waiting piece was due. */
  readonly oldest: number
}

/**
 * `RO test submit` contains country, environment and step; the lane of local work contains none.
 */
function partsOfLane(lane: string): { readonly country: string; readonly environment: string; readonly step: string } {
  const [country = '', environment = '', step = ''] = lane.split(' ')
  return { country, environment, step: lane === '' ? 'home' : step }
}

function gaugesOf(registry: Registry) {
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: readonly Label[]): Gauge<Label> =>
    new Gauge<Label>({ name, help: `${help} ${OF_ALL}`, labelNames, registers: [registry] })
  const lane = ['work', 'country', 'environment', 'step'] as const
  return {
    up: new Gauge({
      name: 'clearway_deployment_figures_up',
      help: 'Whether this process could read the figures of the whole deployment: 1, or 0 if they are missing.',
      registers: [registry],
    }),
    waiting: gauge(
      'clearway_work_waiting',
      'Waiting pieces of work, by kind, country, environment and step; "home" calls no government.',
      ...lane,
    ),
    due: gauge('clearway_work_due', 'Waiting pieces of work that are due.', ...lane),
    oldest: gauge(
      'clearway_work_oldest_due_seconds',
      'Seconds since the oldest due piece of work became due.',
      ...lane,
    ),
    parked: gauge('clearway_work_parked', 'Pieces of work that keep failing and cannot be given up.'),
    gates: gauge(
      'clearway_government_closed',
      '1 for a government that is not called for now, because it does not answer or its calls are used up.',
      ...(['country', 'environment', 'reason'] as const),
    ),
    closedConnections: gauge(
      'clearway_connections_closed',
      "Connections that are not called for now, because the customer's own system does not answer.",
    ),
    budgets: gauge(
      'clearway_government_calls_used',
      'Calls used so far in the current window of a budget that all customers share.',
      'budget',
    ),
    head: gauge('clearway_event_store_head_position', 'Position of the newest event.'),
    lag: gauge(
      'clearway_projection_lag_seconds',
      'Age of the oldest event that a read model does not show yet; 0: it shows all events.',
      'projection',
    ),
    paused: gauge('clearway_projection_paused', '1 for a read model that an operator has paused.', 'projection'),
    sealAge: gauge('clearway_seal_age_seconds', 'Age of the newest seal; absent: there is none.'),
    sealTrouble: gauge('clearway_seal_trouble', '1 while the next seal is refused; the log names the cause.'),
    sealWaiting: gauge('clearway_seal_events_waiting', 'Events read for the next seal.'),
    sealReadUpTo: gauge('clearway_seal_read_position', 'Position up to which events were read for seals; 0: none yet.'),
    setAside: gauge(
      'clearway_projection_events_set_aside',
      'Events missing from a read model because it could not apply them.',
      'projection',
    ),
    connections: gauge(
      'clearway_connections',
      'Connections of companies to governments, by status.',
      ...(['country', 'environment', 'status'] as const),
    ),
    receivers: gauge(
      'clearway_webhook_receivers_failing',
      'Webhooks whose last attempt failed, without a success since.',
      'environment',
    ),
    oldestDocument: gauge(
      'clearway_documents_oldest_unmoved_seconds',
      'Age of the oldest document that has not moved to the object store; absent: there is none.',
    ),
  }
}
