import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { MESSAGE_KINDS } from '../../countries/gateway/observed-mailbox.js'
import { NOTIFICATIONS } from '../../countries/registry.js'
import {
  type Activity,
  type Happening,
  INBOUND_OUTCOMES,
  NOTIFICATION_OUTCOMES,
  type Observer,
  type RequestBegun,
} from '../../domain/observer.js'
import { WORK_KINDS } from '../../processors/work/work-list.js'
import { VERSION } from '../../version.js'

/** Seconds: from a request answered from memory to one delayed by a database. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Seconds: governments and receivers may need half a minute. */
const CALL_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]
/** Seconds: some governments decide immediately, others after days. */
const INVOICE_SECONDS = [1, 5, 15, 60, 300, 900, 3_600, 4 * 3_600, 24 * 3_600, 72 * 3_600]

/** Node's own figures that are sums of others, with names reserved for counters. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

/** Requests by any other method are counted together: no route has one. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Part of HELP for figures that are the same in every process, so that they are not added up. */
export const OF_ALL =
  'Of the whole deployment: every process reports the same value, so use the maximum, never the sum.'

/** The figures of one process. All its events are reported to `observer`. */
interface Metrics {
  readonly registry: Registry
  readonly observer: Observer
}

/**
 * Creates the registry of this process, with Node's own figures (memory, garbage collection, event
 * loop). Labels have few values, none of them from outside: routes by their pattern, never an
 * account, an invoice or an address.
 */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  const registers = [registry]
  new Gauge({
    name: 'clearway_info',
    help: 'Always 1; the labels contain the version of the program and of Node.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: VERSION, node: process.version }, 1)

  const requests = new Histogram({
    name: 'clearway_http_request_duration_seconds',
    help: 'Requests to the API, from their arrival to the end of the answer, by route, method ("other": none that a route has) and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const underWay = new Gauge({
    name: 'clearway_http_requests_under_way',
    help: 'Requests to the API that this process is handling now.',
    registers,
  })
  const steps = new Histogram({
    name: 'clearway_step_duration_seconds',
    help: 'Steps of invoices, by step, country, environment and outcome; "fault" is a fault of the service.',
    labelNames: ['step', 'country', 'environment', 'outcome'],
    buckets: CALL_SECONDS,
    registers,
  })
  const invoices = new Histogram({
    name: 'clearway_invoice_time_to_status_seconds',
    help: 'From the creation of an invoice to the moment when it was submitted, accepted, rejected or failed.',
    labelNames: ['status', 'country', 'environment'],
    buckets: INVOICE_SECONDS,
    registers,
  })
  const operations = new Histogram({
    name: 'clearway_government_operation_duration_seconds',
    help: 'Operations at governments (submit, find, poll, …) by outcome; one makes several calls, or none.',
    labelNames: ['country', 'environment', 'operation', 'outcome'],
    buckets: CALL_SECONDS,
    registers,
  })
  const calls = new Histogram({
    name: 'clearway_government_call_duration_seconds',
    help: 'HTTP requests to governments and networks, by method and status ("none": no complete answer).',
    labelNames: ['government', 'method', 'status'],
    buckets: CALL_SECONDS,
    registers,
  })
  const budgets = new Counter({
    name: 'clearway_government_calls_total',
    help: 'Calls requested by gateways, by whether the budgets granted them or were used up.',
    labelNames: ['country', 'granted'],
    registers,
  })
  const clocks = new Gauge({
    name: 'clearway_government_clock_offset_seconds',
    help: "Seconds by which the clock of this process is ahead of a government's, by the newest answers; negative: behind. Of several servers of a government the largest difference.",
    labelNames: ['government'],
    registers,
  })
  const messages = new Counter({
    name: 'clearway_inbound_messages_total',
    help: 'Messages of governments and networks that arrived or were fetched, by kind ("sdi unknown": none that is known) and outcome: stored, unmatched (stored, and no invoice expects it so far), aside (stored and not read: there are too many about one document), repeated, refused (it can not be read), failed (to be sent again).',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const notifications = new Counter({
    name: 'clearway_notifications_total',
    help: "Notifications of customers' own systems, by channel and outcome: woken (what they announce is fetched now), delayed (others came a moment ago), repeated, refused (the signature is not accepted), failed (to be sent again).",
    labelNames: ['channel', 'outcome'],
    registers,
  })
  const received = new Counter({
    name: 'clearway_received_total',
    help: 'Documents of suppliers that arrived, by country and channel, and outcome: received, unreadable (kept and shown all the same), repeated, unknown_receiver (no company receives under its address), postponed (its sender has sent too much in a day), overdue (nothing could be fetched for two days).',
    labelNames: ['country', 'channel', 'outcome'],
    registers,
  })
  const deliveries = new Histogram({
    name: 'clearway_webhook_delivery_duration_seconds',
    help: 'Attempts to deliver an event to a webhook, by outcome: succeeded, a class of status, or none.',
    labelNames: ['environment', 'outcome'],
    buckets: CALL_SECONDS,
    registers,
  })
  const troubles = new Counter({
    name: 'clearway_work_failures_total',
    help: 'Failed tries at pieces of work, by kind of work and cause (outage, fault of the service).',
    labelNames: ['work', 'cause'],
    registers,
  })

  const refused = new Counter({
    name: 'clearway_erasure_records_refused_total',
    help: 'Records of erasures that data retention can not have made, and that are not obeyed.',
    registers,
  })

  // Alerts measure growth: a series that begins with eight failures would show none.
  for (const kind of MESSAGE_KINDS) for (const outcome of INBOUND_OUTCOMES) messages.inc({ kind, outcome }, 0)
  for (const { channel } of NOTIFICATIONS)
    for (const outcome of NOTIFICATION_OUTCOMES) notifications.inc({ channel, outcome }, 0)
  for (const work of WORK_KINDS) for (const cause of ['outage', 'fault']) troubles.inc({ work, cause }, 0)

  const took = (activity: Activity, outcome: string, seconds: number): void => {
    switch (activity.kind) {
      case 'step': {
        const { step, country, environment } = activity
        steps.observe({ step, country, environment, outcome }, seconds)
        return
      }
      case 'operation': {
        const { operation, country, environment } = activity
        operations.observe({ country, environment, operation, outcome }, seconds)
        return
      }
      case 'government call': {
        const { government, method } = activity
        calls.observe({ government, method, status: outcome }, seconds)
        return
      }
      case 'delivery':
        deliveries.observe({ environment: activity.environment, outcome }, seconds)
    }
  }
  const observer: Observer = {
    async watch(activity, work, outcomeOf) {
      const begun = performance.now()
      let outcome = 'fault'
      try {
        const result = await work()
        outcome = outcomeOf(result)
        return result
      } finally {
        took(activity, outcome, (performance.now() - begun) / 1000)
      }
    },
    happened(happening: Happening) {
      switch (happening.kind) {
        case 'invoice': {
          const { status, country, environment, seconds } = happening
          invoices.observe({ status, country, environment }, Math.max(0, seconds))
          return
        }
        case 'call budget':
          budgets.inc({ country: happening.country, granted: String(happening.granted) })
          return
        case 'government clock':
          clocks.set({ government: happening.government }, happening.offsetSeconds)
          return
        case 'inbound message':
          messages.inc({ kind: happening.message, outcome: happening.outcome })
          return
        case 'notification':
          notifications.inc({ channel: happening.channel, outcome: happening.outcome })
          return
        case 'received':
          received.inc({ country: happening.country, channel: happening.channel, outcome: happening.outcome })
          return
        case 'erasure refused':
          refused.inc()
          return
        case 'trouble':
          troubles.inc({ work: happening.work, cause: happening.cause })
      }
    },
    request({ method, route }: RequestBegun) {
      underWay.inc()
      return {
        within: (next) => {
          next()
        },
        ended: ({ status, seconds }) => {
          underWay.dec()
          const known = METHODS.has(method) ? method : 'other'
          requests.observe({ route: route ?? 'none', method: known, status: String(status) }, seconds)
        },
      }
    },
  }
  return { registry, observer }
}
