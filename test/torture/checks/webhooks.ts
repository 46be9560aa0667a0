import { eventToPublish } from '../../../src/domain/public-events/event-kinds.js'
import { serviceSignature } from '../../../src/domain/webhook.js'
import { streamName } from '../../../src/domain/streams.js'
import type { Received } from '../../standins/receiver.js'
import type { Customer, Side } from '../customer.js'
import type { World } from '../world.js'
import { streamOf } from './invoices.js'

interface Heard {
  readonly kind: string
  readonly delivery: string
}

/**
 * Every public event of every invoice and connection came, first in the order of its stream, under
 * one delivery id, rightly signed, and to no one else. Returns how many came again, and how many
 * of these after a later event of their stream.
 */
export async function checkWebhooks(
  world: World,
  customers: readonly Customer[],
): Promise<{ again: number; late: number }> {
  const { receiver, journal } = world
  const sum = { again: 0, late: 0 }
  const byPath = new Map<string, Received[]>()
  for (const request of receiver.received) {
    const one = byPath.get(request.path)
    if (one === undefined) byPath.set(request.path, [request])
    else one.push(request)
  }
  for (const customer of customers) {
    for (const side of ['test', 'live'] as const) {
      const { pathname } = new URL(world.hook(`${customer.name}-${side}`))
      const heard = heardBySubject(customer, side, byPath.get(pathname) ?? [], journal)
      const streams = [
        ...customer.posted
          .filter((posted) => posted.side === side)
          .map((posted) => [posted.id, streamOf(posted)] as const),
        ...(await connectionsOf(world, customer, side)),
      ]
      for (const [id, stream] of streams) {
        await checkStream(world, stream, heard.get(id) ?? [], sum)
        heard.delete(id)
      }
      for (const id of heard.keys()) journal.broken(`${customer.name} (${side}) heard of ${id}, which is not its own`)
    }
  }
  return sum
}

function heardBySubject(
  customer: Customer,
  side: Side,
  requests: readonly Received[],
  journal: World['journal'],
): Map<string, Heard[]> {
  const heard = new Map<string, Heard[]>()
  const secret = customer.secrets.get(side) ?? ''
  for (const { headers, body } of requests) {
    const { data } = JSON.parse(body) as { data: { id: string } }
    if (headers['x-service-signature'] !== serviceSignature(secret, body))
      journal.broken(`a delivery to ${customer.name} (${side}) is wrongly signed: ${data.id}`)
    const one = { kind: String(headers['x-service-event']), delivery: String(headers['x-service-delivery-id']) }
    heard.set(data.id, [...(heard.get(data.id) ?? []), one])
  }
  return heard
}

async function connectionsOf({ deployment }: World, { account }: Customer, side: Side) {
  const environment = side === 'live' ? 'production' : 'test'
  const { rows } = await deployment.pool.query<{ connection_id: string }>(
    'SELECT DISTINCT connection_id FROM read.deliveries WHERE account = $1 AND environment = $2 AND connection_id IS NOT NULL',
    [account, environment],
  )
  return rows.map(({ connection_id: id }) => [id, streamName(environment, 'Connection', id)] as const)
}

async function checkStream(
  { deployment, journal }: World,
  stream: string,
  heard: readonly Heard[],
  sum: { again: number; late: number },
): Promise<void> {
  const events = await deployment.store.readStream(stream)
  const expected = events.flatMap((event) => eventToPublish({ ...event, stream })?.kind ?? [])
  const first = new Map<string, string>()
  let newest = -1
  for (const { kind, delivery } of heard) {
    const isNew = !first.has(delivery)
    if (isNew) first.set(delivery, kind)
    else sum.again += 1
    const place = [...first.keys()].indexOf(delivery)
    if (place < newest) sum.late += 1
    newest = Math.max(newest, place)
  }
  const came = [...first.values()]
  if (came.join() !== expected.join())
    journal.broken(`the receiver heard ${came.join()} and not ${expected.join()}`, stream)
}
