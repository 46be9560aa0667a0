import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomBytes } from 'node:crypto'
import { type Attributes, type Context, type Link, ROOT_CONTEXT, type SpanContext } from '@opentelemetry/api'
import { SpanKind, SpanStatusCode, trace, TraceFlags, type Tracer } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type IdGenerator, type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace'
import { TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Activity, Ids, Observer } from '../../domain/observer.js'
import { VERSION } from '../../version.js'

/** Where to send traces, and how many to keep. */
export interface TracingSettings {
  /**
   * Base address of a collector that accepts OTLP over HTTP; spans are sent to `/v1/traces` under
   * it.
   */
  readonly endpoint: string
  /** Sent with every request to the collector, such as its key. */
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  /** The share of all traces that is kept, 0 to 1: the same ones in every process. */
  readonly ratio: number
  /** The roles of this process. */
  readonly roles: readonly string[]
  /** Called when spans could not be sent; no more of them are kept than fit the queue. */
  readonly onLost: (spans: number, reason: string) => void
}

/** The tracing of a process. */
export interface Tracing {
  readonly observer: Observer
  /** Sends the remaining spans within a few seconds. Never throws. */
  stop(): Promise<void>
}

/** Milliseconds for one export, and for the rest at the end. */
const EXPORT_MS = 5_000
const LAST_EXPORT_MS = 2_000
const CORRELATION = 'clearway.correlation_id'

/** The ids of a trace and of its first span, derived from what its events have in common. */
interface TraceIds {
  readonly traceId: string
  readonly spanId: string
}

/**
 * The trace of a `$correlationId`, and its first span, the request: both come from the SHA-256 of
 * its text. So every process, even one that starts years later, finds the same trace without
 * passing it on.
 */
export function traceOf(correlationId: string): TraceIds {
  const digest = createHash('sha256').update(correlationId).digest()
  return { traceId: digest.subarray(0, 16).toString('hex'), spanId: digest.subarray(16, 24).toString('hex') }
}

/**
 * A caller's `traceparent` (W3C Trace Context, version 00) as a link; none if the text is not
 * valid.
 */
export function linkTo(traceparent: string | undefined): readonly Link[] {
  const parts = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '')
  const [, traceId = '', spanId = '', flags = ''] = parts ?? []
  if (parts === null || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return []
  return [{ context: { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true } }]
}

/**
 * Sends the history of invoices to a collector: a span for the request, for each step, for each
 * operation and call at a government, and for each attempt of a delivery. Spans contain constant
 * words, numbers and ids, never text of a document, an address or an error's message.
 */
export function startTracing(settings: TracingSettings): Tracing {
  const ids = new ChosenIds()
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint}/v1/traces`,
    headers: { ...settings.headers },
    timeoutMillis: EXPORT_MS,
  })
  const provider = new TracerProvider({
    idGenerator: ids,
    sampler: new TraceIdRatioBasedSampler(settings.ratio),
    resource: resourceFromAttributes({
      'service.name': settings.serviceName,
      'service.version': VERSION,
      'service.instance.id': randomBytes(8).toString('hex'),
      'clearway.roles': [...settings.roles],
    }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: reporting(exporter, settings.onLost), scheduledDelayMillis: 1_000 }),
    ],
  })
  const observer = new TracingObserver(provider.getTracer('clearway', VERSION), ids)
  return {
    observer,
    async stop() {
      const late = new Promise<void>((resolve) => {
        setTimeout(resolve, LAST_EXPORT_MS).unref()
      })
      await Promise.race([provider.shutdown().catch(() => undefined), late])
    },
  }
}

/** Sets the ids of the next span, where they are not random. */
class ChosenIds implements IdGenerator {
  #next: TraceIds | null = null

  /** `make` starts one span, synchronously. */
  with<T>(ids: TraceIds, make: () => T): T {
    this.#next = ids
    try {
      return make()
    } finally {
      this.#next = null
    }
  }

  generateTraceId = (): string => this.#next?.traceId ?? randomBytes(16).toString('hex')
  generateSpanId = (): string => this.#next?.spanId ?? randomBytes(8).toString('hex')
}

class TracingObserver implements Observer {
  readonly #tracer: Tracer
  readonly #ids: ChosenIds
  /** The span of the current work. */
  readonly #present = new AsyncLocalStorage<Context>()

  constructor(tracer: Tracer, ids: ChosenIds) {
    this.#tracer = tracer
    this.#ids = ids
  }

  async watch<T>(activity: Activity, work: () => Promise<T>, outcomeOf: (result: T) => string): Promise<T> {
    const parent = this.#parentOf(activity)
    const { name, kind, attributes } = describe(activity)
    const span = this.#tracer.startSpan(name, { kind, attributes }, parent)
    let outcome = 'fault'
    try {
      const result = await this.#present.run(trace.setSpan(parent, span), work)
      outcome = outcomeOf(result)
      return result
    } finally {
      span.setAttribute('clearway.outcome', outcome)
      if (outcome === 'fault') span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    }
  }

  happened(): void {
    // Work without duration has no span.
  }

  request({ method, route, requestId, traceparent }: Parameters<Observer['request']>[0]) {
    const attributes = {
      'http.request.method': method,
      ...(route !== null && { 'http.route': route }),
      [CORRELATION]: requestId,
    }
    const options = { kind: SpanKind.SERVER, attributes, links: [...linkTo(traceparent)] }
    const span = this.#ids.with(traceOf(requestId), () =>
      this.#tracer.startSpan(`${method} ${route ?? 'no route'}`, options, ROOT_CONTEXT),
    )
    return {
      within: (next: () => void) => {
        this.#present.run(trace.setSpan(ROOT_CONTEXT, span), next)
      },
      ended: ({ status, ids }: { readonly status: number; readonly ids: Ids }) => {
        span.setAttributes({ 'http.response.status_code': status, ...attributesOf(ids) })
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  }

  #parentOf(activity: Activity): Context {
    const correlationId = correlationOf(activity)
    if (correlationId === null) return this.#present.getStore() ?? ROOT_CONTEXT
    const context: SpanContext = { ...traceOf(correlationId), traceFlags: TraceFlags.SAMPLED, isRemote: true }
    return trace.setSpanContext(ROOT_CONTEXT, context)
  }
}

function correlationOf(activity: Activity): string | null {
  return activity.kind === 'step' || activity.kind === 'delivery' ? activity.correlationId : null
}

function describe(activity: Activity): { name: string; kind: SpanKind; attributes: Attributes } {
  const correlationId = correlationOf(activity)
  const common: Attributes = {
    ...('environment' in activity && { 'clearway.environment': activity.environment }),
    ...('country' in activity && { 'clearway.country': activity.country }),
    ...('ids' in activity && attributesOf(activity.ids)),
    ...(correlationId !== null && { [CORRELATION]: correlationId }),
  }
  switch (activity.kind) {
    case 'step':
      return { name: activity.step, kind: SpanKind.INTERNAL, attributes: common }
    case 'operation':
      return { name: `government ${activity.operation}`, kind: SpanKind.CLIENT, attributes: common }
    case 'government call': {
      const { government, method } = activity
      const attributes = { ...common, 'clearway.government': government, 'http.request.method': method }
      return { name: `${method} ${government}`, kind: SpanKind.CLIENT, attributes }
    }
    case 'delivery':
      return { name: 'delivery', kind: SpanKind.CLIENT, attributes: common }
  }
}

function attributesOf({ invoiceId, deliveryId }: Ids): Attributes {
  return {
    ...(invoiceId !== undefined && { 'clearway.invoice_id': invoiceId }),
    ...(deliveryId !== undefined && { 'clearway.delivery_id': deliveryId }),
  }
}

/** The same exporter, which reports when it could not send spans. */
function reporting(exporter: SpanExporter, onLost: TracingSettings['onLost']): SpanExporter {
  return {
    export: (spans: ReadableSpan[], done) => {
      exporter.export(spans, (result) => {
        // `code` 0: sent. The error was reported: nothing else must log it.
        if (result.code !== 0) onLost(spans.length, reasonOf(result.error))
        done({ code: 0 })
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}

/** Without the address, which may contain a key: a code, the answer's status, or fixed words. */
function reasonOf(error: Error | undefined): string {
  const code = error !== undefined && 'code' in error ? error.code : undefined
  if (typeof code === 'string' || typeof code === 'number') return String(code)
  if (error?.message === 'Request timed out') return 'no answer in time'
  // The exporter does not expose the status of an answer that asks it to try later.
  if (error?.name === 'OTLPExporterError') return 'the collector asks to try later (429, 502, 503 or 504)'
  return 'no usable answer'
}
