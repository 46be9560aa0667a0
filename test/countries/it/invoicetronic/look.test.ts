import t, { type Test } from 'tap'
import type { ArrivedDocument } from '../../../../src/countries/gateway/reception.js'
import { signedFile } from '../../../support/cades.js'
import { selfSignedAround } from '../../../support/certificate.js'
import { fattura, fatture } from '../../../support/italian-files.js'
import { worldOf } from './world.js'

const BUYER = 'IT00743110157'

async function lookingOf(t: Test) {
  const world = await worldOf(t)
  const { standIn, gateway, now } = world
  const taken: ArrivedDocument[] = []
  const since = new Date(now().getTime() - 3_600_000)
  const look = async (mark: string | null = null, apiKey?: string) => {
    if (gateway.arrivals === undefined) throw new Error('nothing is fetched')
    return gateway.arrivals.look({
      scope: { account: 'acc_1', environment: 'production' },
      access: world.access(apiKey),
      since,
      mark,
      known: (identities) =>
        Promise.resolve(new Set(identities.filter((each) => taken.some(({ identity }) => identity === each)))),
      take: (document) => {
        taken.push(document)
        return Promise.resolve()
      },
    })
  }
  const deliver = (number: string, file: string | Buffer = fattura(number), name = `IT01879020517_${number}.xml`) =>
    standIn.arrived.deliver(name, Buffer.from(file), now())
  return { ...world, taken, look, deliver }
}

const textOf = (document: ArrivedDocument | undefined): string => Buffer.from(document?.bytes ?? []).toString()

t.test('the files of the company are fetched once, signed or not', async (t) => {
  const { standIn, taken, look, deliver, now } = await lookingOf(t)
  const first = deliver('00001')
  const signed = signedFile(Buffer.from(fattura('2')), selfSignedAround(now(), 'fornitore.example'))
  deliver('00002', signed, 'IT01879020517_00002.xml.p7m')
  deliver('00003', fatture(['3', '4']))
  deliver('00004', fattura('5').replaceAll(BUYER.slice(2), '12345670017'))
  const outcome = await look()
  t.match(outcome, { kind: 'looked', isComplete: true, missing: undefined })
  t.match(taken, [
    {
      govId: first.identifier,
      identity: first.identifier,
      sender: 'IT01879020517',
      filename: 'IT01879020517_00001.xml',
      parts: 1,
      arrivedAt: now(),
      files: [{ kind: 'metadata', mediaType: 'application/json' }],
    },
    { filename: 'IT01879020517_00002.xml.p7m', files: [{ kind: 'signature' }, { kind: 'metadata' }] },
    { parts: 2 },
  ])
  t.equal(textOf(taken[0]), fattura('00001'))
  t.same(taken[1]?.bytes, signed)
  t.notMatch(Buffer.from(taken[0]?.files[0]?.bytes ?? []).toString(), /payload|<\?xml/)
  t.equal(taken.length, 3, 'another company of the account has its own connection')
  t.equal(standIn.arrived.all.at(-1)?.isRead, false)
  await look(outcome.kind === 'looked' ? outcome.mark : null)
  t.equal(standIn.calls.filter(({ call }) => call === 'arrival').length, 3, 'each is fetched once')
  t.equal(taken.length, 3)
})

t.test('more than fifty follow in the next look', async (t) => {
  const { taken, look, deliver } = await lookingOf(t)
  for (let number = 1; number <= 60; number += 1) deliver(String(number).padStart(5, '0'))
  t.match(await look(), { isComplete: false })
  t.equal(taken.length, 50)
  t.match(await look(), { isComplete: true })
  t.equal(taken.length, 60)
})

t.test('text in another encoding, and payloads that are neither XML nor Base64', async (t) => {
  const { standIn, taken, look, deliver } = await lookingOf(t)
  const latin = fattura('1').replace('UTF-8', 'ISO-8859-1').replace('Officina Digitale', 'Caffè')
  deliver('00001', Buffer.from(latin, 'latin1'))
  deliver('00002')
  const file = standIn.arrived.all[1]
  standIn.faults({
    on: 'arrival',
    times: 1,
    does: {
      kind: 'answer',
      status: 200,
      body: JSON.stringify({ id: file?.id, payload: 'neither', file_name: '../x' }),
    },
  })
  await look()
  t.equal(textOf(taken[0]), 'neither', 'it is kept and shown as it is')
  t.equal(taken[0]?.filename, undefined)
  standIn.faults()
  taken.shift()
  await look()
  const caffe = taken.map(textOf).find((text) => text.includes('Caffè'))
  t.match(caffe, /^<\?xml version="1.0" encoding="UTF-8"\?>/)
})

t.test('a file without content is reported, and hinders no other', async (t) => {
  const { standIn, taken, look, deliver } = await lookingOf(t)
  const { identifier } = deliver('00001')
  deliver('00002')
  standIn.faults({ on: 'arrival', times: 1, does: { kind: 'answer', status: 200, body: '{"id": 1, "payload": ""}' } })
  t.match(await look(), { kind: 'looked', isComplete: true, missing: new RegExp(identifier) })
  t.equal(taken.length, 1)
  t.match(await look(), { kind: 'looked', missing: undefined })
  t.equal(taken.length, 2)
})

t.test('a company that the account does not have, a refused key, outages and deleted files', async (t) => {
  const { standIn, taken, look, deliver } = await lookingOf(t)
  t.match(await look('2026-11-22T09:30:00.000Z'), {
    kind: 'looked',
    mark: '2026-11-22T09:30:00.000Z',
    missing: /has no company IT00743110157/,
  })
  deliver('00001')
  t.match(await look(null, 'another'), { kind: 'unauthorized' })
  for (const on of ['companies', 'arrivals', 'arrival'] as const) {
    standIn.faults({ on, times: 1, does: { kind: 'answer', status: 503 } })
    t.match(await look(), { kind: 'unavailable', concerns: 'invoice' }, on)
    standIn.faults({ on, times: 1, does: { kind: 'answer', status: 200, body: '<html/>' } })
    if (on !== 'arrival') t.match(await look(), { kind: 'unavailable' }, on)
    standIn.faults()
  }
  standIn.faults({ on: 'arrival', times: 1, does: { kind: 'answer', status: 404 } })
  t.match(await look(), { kind: 'looked', isComplete: true, missing: undefined }, 'it was deleted')
  t.equal(taken.length, 0)
  standIn.faults({ on: 'arrivals', times: 1, does: { kind: 'answer', status: 429, headers: { 'retry-after': '60' } } })
  t.match(await look(), { kind: 'exhausted' })
})
