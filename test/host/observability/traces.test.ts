import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { linkTo, startTracing } from '../../../src/host/observability/traces.js'
import { OtlpCollector } from '../../support/otlp-collector.js'

/** One span is made, and handed over at the end; returns what was logged of its loss. */
async function reasonsFrom(endpoint: string, ratio = 1): Promise<readonly string[]> {
  const lost: string[] = []
  const onLost = (_spans: number, reason: string) => lost.push(reason)
  const tracing = startTracing({ endpoint, headers: {}, serviceName: 'test', ratio, roles: [], onLost })
  const watched = tracing.observer.request({
    method: 'GET',
    route: null,
    requestId: 'req_1',
    traceparent: `00-${'f'.repeat(5_000)}`,
  })
  watched.ended({ status: 404, seconds: 0, ids: {} })
  await tracing.stop()
  return lost
}

/** A collector that answers so; its address. */
async function answering(t: Test, status: number): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(status, { 'retry-after': '3600' }).end('no'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

t.test('the refusal of a collector is logged in words, and does not delay the end', async (t) => {
  const collector = await OtlpCollector.listen()
  t.teardown(() => collector.close())
  t.strictSame(await reasonsFrom(collector.url), [])
  t.equal(collector.spans.length, 1)
  t.strictSame(collector.spans[0]?.links, [], 'what is no traceparent is no link')
  t.strictSame(await reasonsFrom(collector.url, 0), [])
  t.equal(collector.spans.length, 1, 'of ratio 0 no trace is kept')

  t.strictSame(await reasonsFrom(await answering(t, 500)), ['500'])
  t.match(await reasonsFrom(await answering(t, 503)), [/asks to try later/])
})

t.test('only a traceparent of version 00 is a link', (t) => {
  const [trace, span] = ['1'.repeat(32), '2'.repeat(16)]
  t.match(linkTo(`00-${trace}-${span}-01`), [{ context: { traceId: trace, spanId: span, traceFlags: 1 } }])
  for (const bad of [
    undefined,
    '',
    'garbage',
    `ff-${trace}-${span}-01`,
    `00-${trace}-${span}-01-more`,
    `00-${trace}-${span}-zz`,
    `00-${'0'.repeat(32)}-${span}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace.replace('1', 'A')}-${span}-01`,
    `00-${trace}-${span}-01`.repeat(1_000),
  ])
    t.strictSame(linkTo(bad), [], (bad ?? 'none').slice(0, 70))
  t.end()
})
