import type { ServerResponse } from 'node:http'
import t from 'tap'
import { waitFor } from '../../support/wait-for.js'
import { delivering } from './delivering.js'

const DAY = 24 * 3_600_000

/** A receiver whose requests wait until they are answered. */
function holding() {
  const held: ServerResponse[] = []
  return {
    held,
    answer: () => (response: ServerResponse) => void held.push(response),
    async next(status: number): Promise<void> {
      await waitFor('a request', () => held.length > 0)
      held.shift()?.writeHead(status).end()
    },
  }
}

t.test('a receiver that has failed for five days gets one delivery at a time until one succeeds', async (t) => {
  const { receiver, account, invoice, settled, clock, looked, restart, deliveries } = await delivering(t)
  const endpoint = await receiver()
  endpoint.answer = () => 503
  const { scope } = await account(endpoint.url(), ['invoice.created'])
  await invoice(scope, 'F-0')
  await waitFor('the first failure is shown', async () => (await deliveries(scope))[0]?.attempts.length === 1)
  const { held, answer, next } = holding()
  endpoint.answer = answer

  clock.advance(5 * DAY - 1)
  for (let n = 1; n <= 8; n++) await invoice(scope, `F-${n}`)
  await waitFor('four at a time, a moment before five days', () => held.length === 4)
  for (let n = 0; n < 4; n++) await next(503)
  await waitFor('the next four', () => held.length === 4)
  clock.advance(1)
  for (let n = 0; n < 4; n++) await next(503)
  await next(503)
  await waitFor('the failures are shown', async () =>
    (await deliveries(scope)).every(({ attempts }) => attempts.length > 0),
  )

  await restart()
  clock.advance(60_000)
  for (let probe = 0; probe < 3; probe++) {
    await waitFor('a probe', () => held.length === 1)
    await looked()
    t.equal(held.length, 1, 'others wait, also after a restart')
    await next(503)
  }
  await next(200)
  await waitFor('four at a time again', () => held.length === 4)
  endpoint.answer = () => 200
  for (const response of held.splice(0)) response.writeHead(200).end()
  clock.advance(5 * 60_000)
  await settled(scope, 'succeeded', 9)
})

t.test('what happened at another address counts for nothing, nor does a day of silence', async (t) => {
  const { receiver, account, invoice, clock, history, vault, deliveries } = await delivering(t)
  const broken = await receiver()
  broken.answer = () => 503
  const { scope } = await account(broken.url(), ['invoice.created'])
  await invoice(scope, 'F-0')
  await waitFor('the first failure is shown', async () => (await deliveries(scope))[0]?.attempts.length === 1)
  const endpoint = await receiver()
  const { held, answer } = holding()
  endpoint.answer = answer
  await history.webhook(scope, vault, endpoint.url(), ['invoice.created'])
  clock.advance(6 * DAY)
  for (let n = 1; n <= 8; n++) await invoice(scope, `F-${n}`)
  await waitFor('four at a time', () => held.length === 4)
  endpoint.answer = () => 200
  for (const response of held.splice(0)) response.writeHead(200).end()
})
