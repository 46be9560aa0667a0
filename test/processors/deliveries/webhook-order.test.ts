import t from 'tap'
import type { PipelineFinding } from '../../../src/commands/invoice.js'
import { waitFor } from '../../support/wait-for.js'
import { delivering } from './delivering.js'

const VALIDATED: PipelineFinding = { type: 'InvoiceValidated', data: { rulesChecked: 7, format: 'UBL' } }

t.test('a later event of an invoice waits until the earlier one is settled, another invoice does not', async (t) => {
  const { receiver, account, invoice, settled, history, clock, looked, deliveries } = await delivering(t)
  const endpoint = await receiver()
  let broken = ''
  endpoint.answer = ({ headers, body }) =>
    body.includes(broken) && headers['x-service-event'] === 'invoice.created' ? 503 : 200
  const { scope } = await account(endpoint.url())
  const stream = await invoice(scope, 'F-1')
  broken = stream.slice('testInvoice-'.length)
  await history.findings(scope, stream, VALIDATED)
  const other = await invoice(scope, 'F-2')
  await history.findings(scope, other, VALIDATED)
  await settled(scope, 'succeeded', 2)
  t.strictSame(
    endpoint.received.filter(({ body }) => body.includes(broken)).map(({ answered }) => answered),
    [503],
    'only the first event of the failing one was tried',
  )
  for (const minutes of [1, 5, 30, 120]) {
    clock.advance(minutes * 60_000)
    await waitFor('another attempt', async () => {
      const rows = await deliveries(scope)
      return rows.some(({ next_attempt_at: next }) => next !== null && new Date(next) > clock.now())
    })
    await looked()
  }
  t.strictSame(endpoint.kinds().filter((kind) => kind === 'invoice.validated').length, 1)
  clock.advance(720 * 60_000)
  await settled(scope, 'failed', 1)
  await settled(scope, 'succeeded', 3)
  t.equal(endpoint.kinds().at(-1), 'invoice.validated', 'after the last retry it continues with the next')
})

t.test('a receiver that hangs holds up its own account only, and that with four requests', async (t) => {
  const { receiver, account, invoice, settled, clock, deliveries } = await delivering(t, { timeoutMs: 2_000 })
  const hanging = await receiver()
  hanging.answer = () => () => undefined
  const healthy = await receiver()
  const { scope: victim } = await account(hanging.url(), ['invoice.created'])
  const { scope } = await account(healthy.url(), ['invoice.created'])
  for (let n = 0; n < 12; n++) await invoice(victim, `F-${n}`)
  await waitFor('four requests hang', () => hanging.received.length === 4)
  for (let n = 0; n < 12; n++) await invoice(scope, `F-${n}`)
  await settled(scope, 'succeeded', 12)
  t.equal(hanging.received.length, 4, 'meanwhile no time-out has passed')
  const rows = await waitFor('the time-outs', async () => {
    const all = await deliveries(victim)
    return all.every(({ attempts }) => attempts.length === 1) && all
  })
  t.match(rows[0]?.attempts, [{ statusCode: null, error: 'no answer within 2 s' }])
  t.ok((rows[0]?.attempts[0]?.durationMs ?? 0) >= 1_990)
  clock.advance(60_000)
  await waitFor('the first retry', () => hanging.received.length > 12)
})

t.test('what receivers do instead of answering', async (t) => {
  const { receiver, account, invoice, deliveries } = await delivering(t, { timeoutMs: 1_500 })
  const endpoint = await receiver()
  const elsewhere = await receiver()
  const { scope } = await account(endpoint.url(), ['invoice.created'])
  const attemptOf = async (number: string) => {
    const stream = await invoice(scope, number)
    const row = await waitFor('an attempt', async () => {
      const rows = await deliveries(scope)
      return rows.find((one) => one.invoice_id === stream.slice('testInvoice-'.length) && one.attempts.length === 1)
    })
    return { status: row.status, ...row.attempts[0] }
  }
  endpoint.answer = () => (response) => response.writeHead(307, { location: elsewhere.url() }).end()
  t.match(await attemptOf('redirect'), { statusCode: 307, error: /redirects are not followed/, status: 'pending' })
  t.equal(elsewhere.received.length, 0)

  let sent = 0
  endpoint.answer = () => (response) => {
    response.writeHead(200, { 'content-type': 'text/plain' })
    const chunk = Buffer.alloc(64 * 1024)
    const writeMore = (): void => {
      while (!response.destroyed && sent < 512 * 1024 * 1024 && response.write(chunk)) sent += chunk.length
      if (!response.destroyed) response.once('drain', writeMore)
    }
    writeMore()
  }
  t.match(await attemptOf('huge'), { statusCode: 200, error: null, status: 'succeeded' })
  t.ok(sent < 64 * 1024 * 1024, `of an endless answer only the beginning was read (${sent} bytes left the receiver)`)

  endpoint.answer = () => (response) => {
    // The head of the answer, a byte at a time, for ever.
    const { socket } = response
    socket?.write('HTTP/1.1 200 OK\r\n')
    const drip = setInterval(() => socket?.write('x-a: b\r\n'), 20)
    socket?.once('close', () => {
      clearInterval(drip)
    })
  }
  t.match(await attemptOf('slow'), { statusCode: null, error: 'no answer within 1.5 s', status: 'pending' })

  endpoint.answer = () => (response) => response.socket?.destroy()
  t.match(await attemptOf('hang up'), { statusCode: null, error: 'the connection was closed without an answer' })

  endpoint.answer = () => (response) => response.socket?.end('SMTP says hello\r\n\r\n')
  t.match(await attemptOf('no HTTP'), { statusCode: null, error: 'the receiver did not answer with HTTP' })

  endpoint.answer = () => 204
  t.match(await attemptOf('no content'), { statusCode: 204, error: null, status: 'succeeded' })
})
