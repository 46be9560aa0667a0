import fc from 'fast-check'
import { generateKeyPairSync } from 'node:crypto'
import t from 'tap'
import { faultOfRecord, judgeErased, signedErasure, SLACK_MS } from '../../src/audit/erasure-records.js'
import { keySigner } from '../../src/audit/seals/signing.js'
import { type ErasedStream, type RetentionRule, type StreamsErased, endedBefore } from '../../src/domain/erasure.js'
import {
  ACCOUNT_PREFIX,
  API_KEY_PREFIX,
  categoryPrefixes,
  ERASURE_PREFIX,
  HOLD_PREFIX,
  OPERATOR_ACTION_PREFIX,
  SEAL_PREFIX,
} from '../../src/domain/streams.js'

type Data = StreamsErased['data']

const signer = keySigner(generateKeyPairSync('ed25519').privateKey)
const YEAR_MS = 365 * 24 * 3_600_000

const anyRule: fc.Arbitrary<RetentionRule> = fc.oneof(
  fc.record({ environment: fc.constant('test' as const), days: fc.integer({ min: 1, max: 400 }) }),
  fc.record({ environment: fc.constant('production' as const), yearsAfterYearEnd: fc.integer({ min: 10, max: 30 }) }),
)
const anyNow = fc.date({ min: new Date('2026-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
const anyHash = fc.stringMatching(/^[0-9a-f]{64}$/)

/** A record as retention makes it: of streams that its rule lets go. */
function anyRecord(): fc.Arbitrary<{ readonly data: Data; readonly now: Date }> {
  return fc.tuple(anyRule, anyNow).chain(([rule, now]) => {
    const before = endedBefore(rule, now)
    const prefix = rule.environment === 'test' ? 'test' : 'live'
    const stream = fc.record({
      stream: fc
        .tuple(fc.constantFrom('Invoice', 'Delivery', 'Company', 'Connection'), fc.uuid())
        .map(([category, id]) => `${prefix}${category}-${id}`),
      account: fc.uuid().map((id) => `acc_${id}`),
      environment: fc.constant(rule.environment),
      revision: fc.nat(),
      hash: anyHash,
      lastAt: fc.integer({ min: 1, max: 5 * YEAR_MS }).map((ms) => new Date(before.getTime() - ms).toISOString()),
    })
    const documents = fc.array(
      fc.record({ account: fc.uuid(), environment: fc.constant(rule.environment), sha256: anyHash }),
      { maxLength: 2 },
    )
    return fc
      .tuple(fc.array(stream, { minLength: 1, maxLength: 3 }), documents)
      .map(([streams, named]) => ({ data: { rule, before: before.toISOString(), streams, documents: named }, now }))
  })
}

const judged = (data: unknown, now: Date, more: { mayBeUnsigned?: boolean; isTrusted?: boolean } = {}): string | null =>
  faultOfRecord(data, {
    now,
    occurredAt: now.toISOString(),
    mayBeUnsigned: more.mayBeUnsigned ?? false,
    isTrusted: (keyId) => (more.isTrusted ?? true) && keyId === signer.keyId,
  })

/** The places of a JSON value that hold no object and no list. */
function leavesOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, part]) => leavesOf(part, [...path, name]))
}

/** The value with another one at a place; `undefined` removes it. */
function withChange(value: unknown, [name, ...rest]: readonly string[], to: unknown): unknown {
  if (name === undefined) return to
  const copy: Record<string, unknown> = { ...(value as object) }
  copy[name] = withChange(copy[name], rest, to)
  const kept = Object.entries(copy).filter(([, part]) => part !== undefined)
  return Array.isArray(value) ? kept.map(([, part]) => part) : Object.fromEntries(kept)
}

void t.test('a record of retention is valid, and no change of any part of it is', async (t) => {
  await fc.assert(
    fc.asyncProperty(anyRecord(), fc.nat(), fc.nat(), async ({ data, now }, place, choice) => {
      const record = await signedErasure(data, signer, now)
      if (judged(record, now) !== null) return false
      const leaves = leavesOf(record)
      const path = leaves[place % leaves.length] ?? []
      const values = [undefined, null, '', 'x', 0, 7, true, {}, [], '2001-01-01T00:00:00.000Z', 'production', 'test']
      const changed = withChange(record, path, values[choice % values.length])
      return JSON.stringify(changed) === JSON.stringify(record) || judged(changed, now) !== null
    }),
    { numRuns: 400 },
  )
  t.pass('400 records')
})

void t.test('a valid signature of a key that is not trusted makes no record valid', async (t) => {
  await fc.assert(
    fc.asyncProperty(anyRecord(), async ({ data, now }) => {
      const record = await signedErasure(data, signer, now)
      return (judged(record, now, { isTrusted: false }) ?? '').endsWith('neither trusted nor a key of the seals')
    }),
    { numRuns: 50 },
  )
  t.pass('50 records')
})

void t.test('a record without a signature is valid where older versions made it, by its rule alone', async (t) => {
  fc.assert(
    fc.property(anyRecord(), fc.integer({ min: 1, max: 20 * YEAR_MS }), ({ data, now }, ms) => {
      const later = new Date(Date.parse(data.before) + SLACK_MS + ms).toISOString()
      return (
        judged(data, now, { mayBeUnsigned: true }) === null &&
        judged(data, now) === 'it is not signed' &&
        (judged({ ...data, before: later }, now, { mayBeUnsigned: true }) ?? '').includes('no rule is that short')
      )
    }),
  )
  t.pass('100 records')
})

void t.test('only streams of the kinds that retention erases are excused, in their own environment', async (t) => {
  const kinds = [
    ...[ACCOUNT_PREFIX, API_KEY_PREFIX, SEAL_PREFIX, OPERATOR_ACTION_PREFIX, ERASURE_PREFIX, HOLD_PREFIX],
    ...(['Invoice', 'Connection', 'Company', 'Webhook', 'Delivery', 'Receiver'] as const).flatMap(categoryPrefixes),
    'liveinvoice-',
    'xliveInvoice-',
    'Invoice-',
    '',
  ]
  const erased = new Map<string, 'production' | 'test'>([
    ...(['Invoice', 'Connection', 'Company', 'Delivery'] as const).flatMap((category) => {
      const [live = '', test = ''] = categoryPrefixes(category)
      return [[live, 'production'] as const, [test, 'test'] as const]
    }),
    ['testReceiver-', 'test'],
  ])
  fc.assert(
    fc.property(
      anyRecord(),
      fc.constantFrom(...kinds),
      fc.uuid(),
      fc.constantFrom('production' as const, 'test' as const),
      fc.integer({ min: -2 * YEAR_MS, max: 2 * YEAR_MS }),
      ({ data }, kind, id, environment, ms) => {
        const lastAt = new Date(Date.parse(data.before) + ms).toISOString()
        const named: ErasedStream = { stream: kind + id, account: 'acc_1', environment, revision: 0, hash: '', lastAt }
        const signed = { at: '', algorithm: 'Ed25519', keyId: '', publicKey: '', signature: '' } as const
        const { fault, age } = judgeErased({ ...data, signed }, named)
        const isOwn = erased.get(kind) === environment && environment === data.rule.environment
        const mayGo = isOwn && (environment === 'test' || ms < 0)
        return (fault === null) === mayGo && (age === 'known') === mayGo
      },
    ),
    { numRuns: 1_000 },
  )
  t.pass('1,000 streams')
})
