import { createServer, connect } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { Link } from './link.js'
import { drawPlan } from './plan.js'
import { torture } from './torture.js'

/** Of the checkout, so that the logs of a run that failed outlive the tests. */
const LOGS = fileURLToPath(new URL('../../../.tap/torture', import.meta.url))
const SEED = Number(process.env['TORTURE_SEED'] ?? 1)
const MINUTES = 0.25

t.test('the plan of faults is the same for a seed, and holds every kind', (t) => {
  t.strictSame(drawPlan(7, 2), drawPlan(7, 2))
  t.notSame(drawPlan(7, 2), drawPlan(8, 2))
  const kinds = new Set(drawPlan(7, 2).map(({ fault }) => fault.kind))
  t.strictSame([...kinds].sort(), [
    'database',
    'disconnect',
    'government',
    'kill',
    'link',
    'pause',
    'receiver',
    'revoke',
    'terminate',
  ])
  t.ok(
    drawPlan(7, 2).every(({ at }) => at < 2 * 60_000),
    'and ends in time',
  )
  t.end()
})

t.test('a link passes on, stands still, and cuts', async (t) => {
  const echo = createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1')
  await once(echo, 'listening')
  const link = await Link.to({ host: '127.0.0.1', port: (echo.address() as AddressInfo).port })
  t.teardown(async () => {
    await link.close()
    echo.close()
  })
  const socket = connect(link.port, '127.0.0.1')
  const said = async (text: string): Promise<string> => {
    socket.write(text)
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    return chunk.toString()
  }
  t.equal(await said('one'), 'one')
  let isOver = false
  const halted = link.trouble('halt', 200).then(() => (isOver = true))
  t.equal(await said('two'), 'two')
  t.ok(isOver, 'output of a halt comes when it is over')
  await halted
  const closed = once(socket, 'close')
  await Promise.all([link.trouble('cut', 100), closed])
  const again = connect(link.port, '127.0.0.1')
  await once(again, 'connect')
  again.destroy()
})

t.test('every promise holds under faults', { timeout: 290_000 }, async (t) => {
  const { problems, invoices } = await torture({
    minutes: MINUTES,
    seed: SEED,
    patienceSeconds: 110,
    logs: join(LOGS, String(SEED)),
    print: (line) => t.comment(line),
  })
  t.strictSame(problems, [])
  t.ok(invoices > 83, `${invoices} invoices`)
})
