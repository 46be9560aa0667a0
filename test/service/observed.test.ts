import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { traceOf } from '../../src/host/observability/traces.js'
import { CERTIFICATE, Receiver } from '../standins/receiver.js'
import { call, dataOf } from '../support/api.js'
import { Deployment } from '../support/deployment.js'
import { invoiceBody } from '../support/invoice-body.js'
import { OtlpCollector } from '../support/otlp-collector.js'
import { waitFor } from '../support/wait-for.js'

/** What must stand in no log, no trace and no figure. */
const SECRET_TEXTS = [
  'Zebra Confidential SRL',
  'RO87654329',
  'RO12345674',
  'Secret consulting for project Zebra',
  'Strada Memorandumului',
  'zebra-external-1',
  'zebra@example.com',
]
/** A trace of the caller's own. */
const CALLERS = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }

t.test(
  'one invoice is followed over three processes by its correlation id, and no text of it is logged',
  { timeout: 300_000 },
  async (t) => {
    const directory = mkdtempSync(join(tmpdir(), 'clearway-observed-'))
    const ca = join(directory, 'receiver.pem')
    writeFileSync(ca, CERTIFICATE.cert)
    const [receiver, collector] = await Promise.all([Receiver.listen(), OtlpCollector.listen()])
    t.teardown(async () => {
      await Promise.all([receiver.close(), collector.close()])
      rmSync(directory, { recursive: true })
    })
    const deployment = await Deployment.create(t, {
      NODE_EXTRA_CA_CERTS: ca,
      LOG_LEVEL: 'debug',
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=k%20ey',
    })
    const api = await deployment.start('api')
    const others = await Promise.all([deployment.start('projections'), deployment.start('processors')])
    const { key } = await deployment.customer(api, receiver.url())

    const body = invoiceBody('zebra-external-1', {
      customer: {
        ...invoiceBody('').customer,
        name: 'Zebra Confidential SRL',
        email: 'zebra@example.com',
      },
      lines: [{ ...invoiceBody('').lines[0], description: 'Secret consulting for project Zebra' }],
    })
    const created = await call(api.url, key, 'POST', '/v1/invoices', body, {
      traceparent: `00-${CALLERS.traceId}-${CALLERS.spanId}-01`,
    })
    const { id } = dataOf<{ id: string }>(created)
    const correlationId = created.headers.get('x-request-id') ?? ''
    await waitFor('the receiver heard of the decision', () => receiver.kinds().includes('invoice.accepted'), 60_000)

    const expected = traceOf(correlationId)
    const ofInvoice = () => collector.spans.filter(({ traceId }) => traceId === expected.traceId)
    const named = (name: string) => ofInvoice().filter((span) => span.name === name)
    await waitFor('all spans came', () => named('delivery').length === 4 && named('POST /v1/invoices').length === 1)

    const [request] = named('POST /v1/invoices')
    t.match(request, { spanId: expected.spanId, parentSpanId: '', links: [`${CALLERS.traceId}-${CALLERS.spanId}`] })
    t.equal(request?.attributes.get('http.response.status_code'), '201')
    t.equal(request?.attributes.get('clearway.invoice_id'), id)
    for (const step of ['validate', 'convert', 'submit', 'poll', 'delivery']) {
      const spans = named(step)
      t.ok(spans.length > 0, step)
      for (const { parentSpanId } of spans) t.equal(parentSpanId, expected.spanId, `${step} stands below the request`)
    }
    t.equal(named('validate')[0]?.attributes.get('clearway.outcome'), 'valid')
    t.equal(named('poll').at(-1)?.attributes.get('clearway.outcome'), 'accepted')
    const submit = named('submit')[0]
    for (const operation of ['government find', 'government submit']) {
      t.equal(named(operation)[0]?.parentSpanId, submit?.spanId, `${operation} stands below its step`)
    }
    t.equal(new Set(ofInvoice().map(({ instance }) => instance)).size, 2, 'of the API and of the processors')
    t.equal(collector.headers['x-collector-key'], 'k ey')

    const figures = await Promise.all(
      [api, ...others].map(async ({ ops }) => {
        const answer = await fetch(`${ops}/metrics`)
        t.equal(answer.status, 200)
        return answer.text()
      }),
    )
    const [ofApi = '', ofProjections = '', ofProcessors = ''] = figures
    t.match(
      ofApi,
      /clearway_http_request_duration_seconds_count\{route="\/v1\/invoices",method="POST",status="201"\} 1\n/,
    )
    t.match(ofApi, 'clearway_deployment_figures_up 1\n')
    t.match(ofApi, 'clearway_work_parked 0\n')
    t.match(ofProjections, /clearway_projection_lag_seconds\{projection="invoices"\} \d+\n/)
    t.match(ofProjections, 'nodejs_eventloop_lag_seconds')
    t.match(
      ofProcessors,
      /clearway_invoice_time_to_status_seconds_count\{status="accepted",country="RO",environment="test"\} 1\n/,
    )
    t.match(
      ofProcessors,
      /clearway_webhook_delivery_duration_seconds_count\{environment="test",outcome="succeeded"\} 4\n/,
    )
    t.match(
      ofProcessors,
      /government_operation_duration_seconds_count\{country="RO",environment="test",operation="submit",outcome="submitted"\} 1\n/,
    )
    t.match(ofProcessors, /clearway_database_connections_wanted\{pool="processors"\} \d+\n/)

    for (const member of [api, ...others]) t.equal(await deployment.stop(member), 0)
    const logs = [api, ...others].map(({ output }) => output()).join('\n')
    const observed = { logs, traces: collector.bodies.join('\n'), figures: figures.join('\n') }
    const { rows } = await deployment.pool.query<{ account: string }>('SELECT DISTINCT account FROM read.invoices')
    for (const [where, text] of Object.entries(observed)) {
      for (const secret of [...SECRET_TEXTS, key, deployment.env['SECRETS_KEY'] ?? 'missing', receiver.url()]) {
        t.notOk(text.includes(secret), `${where}: nothing of ${secret.slice(0, 12)}…`)
      }
    }
    t.notOk(observed.figures.includes(id), 'no figure names an invoice')
    t.notOk(observed.figures.includes(rows[0]?.account ?? 'missing'), 'or an account')
    const line = logs
      .split('\n')
      .find((text) => text.includes('"request"') && text.includes('"status":201') && text.includes(id))
    t.match(JSON.parse(line ?? '{}'), { correlationId, requestId: correlationId, invoiceId: id })
  },
)
