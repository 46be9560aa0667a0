import t from 'tap'
import type { Arrival } from '../../../src/countries/gateway/reception.js'
import { PostgresArrivals } from '../../../src/processors/receiving/postgres/arrivals.js'
import { runningProjections } from '../../projections/running.js'
import { waitFor } from '../../support/wait-for.js'

const NOW = new Date('2026-11-27T10:00:00.000Z')
const MOST = { documents: 100, bytes: 1_000_000 }

function arrival(companyId: string, identity: string, more: Partial<Arrival> = {}): Arrival {
  return {
    company: { id: companyId, scope: { account: `acc of ${companyId}`, environment: 'production' } },
    country: 'BE',
    channel: 'peppol',
    govId: `number of ${identity}`,
    identity,
    sender: null,
    bytes: Buffer.from(`bytes of ${identity}`),
    files: [],
    arrivedAt: NOW,
    sentAs: null,
    correlationId: null,
    ...more,
  }
}

t.test('documents that come at once are kept each with its own bytes and files, and once', async (t) => {
  const { pool } = await runningProjections(t)
  const arrivals = new PostgresArrivals(pool)
  const file = (kind: string, text: string) => ({
    kind,
    filename: null,
    mediaType: 'text/plain',
    bytes: Buffer.from(text),
  })
  const large = Buffer.alloc(300_000, 'large ')
  const given = [
    arrival('comp_1', '😀', { files: [file('metadata', 'of 😀'), file('original', '')] }),
    arrival('comp_1', 'empty', { bytes: Buffer.alloc(0) }),
    arrival('comp_1', '😀'),
    arrival('comp_2', '😀', { files: [file('metadata', 'of another company')] }),
    arrival('comp_1', 'same number', { govId: 'number of empty' }),
    arrival('comp_1', 'named', { filename: 'a.xml', parts: 2, sender: 'someone', files: [file('metadata', 'named')] }),
    arrival('comp_2', 'large', { bytes: large, files: [file('metadata', 'of large')] }),
  ]
  t.same(await Promise.all(given.map((each) => arrivals.take(each))), [
    'stored',
    'stored',
    'repeated',
    'stored',
    'repeated',
    'stored',
    'stored',
  ])
  t.same(await Promise.all(given.map((each) => arrivals.take(each))), Array(given.length).fill('repeated'))
  const held = await arrivals.hold(NOW, NOW, 9)
  const due = async (id: string) => {
    const company = held.find((each) => each.id === id)
    if (company === undefined) throw new Error(`${id} is not held`)
    const found = await arrivals.due(company, NOW, MOST)
    return found.map(({ identity, bytes, files, filename, parts }) => ({
      identity,
      bytes: Buffer.from(bytes).toString(),
      files: files.map((each) => `${each.kind} ${Buffer.from(each.bytes).toString()}`),
      ...(filename !== undefined && { filename }),
      parts,
    }))
  }
  t.same(await due('comp_1'), [
    { identity: '😀', bytes: 'bytes of 😀', files: ['metadata of 😀', 'original '], parts: 1 },
    { identity: 'empty', bytes: '', files: [], parts: 1 },
    { identity: 'named', bytes: 'bytes of named', files: ['metadata named'], filename: 'a.xml', parts: 2 },
  ])
  t.same(
    (await due('comp_2')).toSorted((one, other) => one.bytes.length - other.bytes.length),
    [
      { identity: '😀', bytes: 'bytes of 😀', files: ['metadata of another company'], parts: 1 },
      { identity: 'large', bytes: large.toString(), files: ['metadata of large'], parts: 1 },
    ],
  )
  t.same(
    held.map(({ scope }) => scope.account).toSorted(),
    ['acc of comp_1', 'acc of comp_2'],
    'each company in its own account',
  )
  const [first] = held
  if (first === undefined) throw new Error('nothing is held')
  const few = await arrivals.due(first, NOW, { documents: 1, bytes: 1 })
  t.equal(few.length, 1, 'one that is larger than the bounds comes alone')
})

t.test('processes that take the same documents in opposite orders both keep them, each once', async (t) => {
  const { pool } = await runningProjections(t)
  const documents = Array.from({ length: 20 }, (_, index) => arrival(`comp_${index % 7}`, `document ${index}`))
  // Both have to wait in the middle, so that each then has what the other one needs.
  const blocker = await pool.connect()
  await blocker.query('BEGIN')
  await blocker.query(
    `INSERT INTO operations.arrival (company_id, country, channel, gov_id, identity, arrived_at, bytes, parts)
     VALUES ('comp_3', 'BE', 'peppol', '1', 'document 10', now(), '', 1)`,
  )
  const outcomes = [documents, documents.toReversed()].map(async (given) => {
    const arrivals = new PostgresArrivals(pool)
    return Promise.all(given.map((each) => arrivals.take(each)))
  })
  await waitFor('both wait', async () => {
    const { rowCount } = await pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    )
    return rowCount === 2
  })
  await blocker.query('ROLLBACK')
  blocker.release()
  const taken = (await Promise.all(outcomes)).flat()
  t.equal(taken.filter((outcome) => outcome === 'stored').length, documents.length)
  const { rows } = await pool.query<{ count: string }>('SELECT count(*) FROM operations.arrival')
  t.same(rows, [{ count: '20' }])
})
