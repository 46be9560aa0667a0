import t from 'tap'
import { differencesOf, type ThreeSides } from '../../../src/audit/reconcile/compare.js'
import { worldOf as poland } from '../../countries/pl/ksef/world.js'
import { ubl, worldOf as romania } from '../../countries/ro/anaf/world.js'
import { acceptedInvoice } from '../../support/history.js'
import { sidesOf } from './sides.js'

const usual: ThreeSides = {
  status: 'accepted',
  govId: '7',
  there: { kind: 'accepted', govId: '7' },
  client: 'succeeded',
}

t.test('three sides of an invoice: which differences there are', async (t) => {
  const kindsOf = (changes: Partial<ThreeSides>) => differencesOf({ ...usual, ...changes }).map(({ kind }) => kind)
  t.strictSame(kindsOf({}), [])
  t.strictSame(kindsOf({ there: { kind: 'unknown' } }), ['unknown there'])
  t.strictSame(kindsOf({ there: { kind: 'accepted', govId: '8' } }), ['status differs'])
  t.strictSame(kindsOf({ there: { kind: 'rejected', errorMessage: 'E' } }), ['status differs'])
  t.strictSame(kindsOf({ there: { kind: 'rejected', errorMessage: 'duplicate of 7' } }), [], 'a duplicate of itself')
  t.strictSame(kindsOf({ there: { kind: 'pending' } }), ['status differs'])
  t.strictSame(kindsOf({ status: 'submitted', govId: null, there: { kind: 'pending' } }), [])
  t.strictSame(kindsOf({ status: 'submitted', govId: null }), ['status differs'], 'decided there, not yet here')
  t.strictSame(kindsOf({ status: 'rejected', govId: null, there: { kind: 'unknown' } }), [])
  t.strictSame(kindsOf({ client: 'failed' }), ['client not notified'])
  t.strictSame(kindsOf({ there: null, client: 'cancelled' }), ['client not notified'])
  const outage = { kind: 'unavailable', reason: 'x', retryAfterSeconds: 1, concerns: 'invoice' } as const
  t.strictSame(kindsOf({ there: outage }), [], 'no one could know')
})

t.test('ANAF: what it decided, what it does not know, and what it lists beyond ours', async (t) => {
  const world = await romania(t)
  const { anaf, now } = world
  const accessToken = anaf.issueToken()
  const sides = await sidesOf({ country: 'RO', ...world, credentials: { accessToken } })
  const begun = now()
  const submissionOf = (number: string) =>
    world.submission({ vatNumber: 'RO12345674', token: accessToken, xml: ubl(number) })
  const known = submissionOf('F-1')
  const uploadId = await world.uploaded(known)
  const strange = await world.uploaded(submissionOf('F-2'))
  world.pass(3_600)
  const same = await sides.handedOver(known, acceptedInvoice('F-1'), uploadId, { govId: uploadId })
  const nowhere = '5099999999'
  const invented = await sides.handedOver(submissionOf('F-9'), acceptedInvoice('F-9'), nowhere, { govId: nowhere })
  const calls = anaf.register.taken.length
  t.match(await sides.compared(same), {
    here: 'accepted',
    there: 'accepted',
    client: 'none',
    differences: [],
    notAsked: null,
  })
  t.match(await sides.compared(invented), {
    here: 'accepted',
    there: 'unknown',
    differences: [{ kind: 'unknown there' }],
  })
  const unknown = await sides.unknownHere(begun)
  t.match(unknown, [{ invoiceId: null, country: 'RO', here: 'unknown', differences: [{ kind: 'unknown here' }] }])
  t.equal(unknown.length, 1)
  t.ok(unknown[0]?.differences[0]?.detail.includes(strange))
  t.equal(anaf.register.taken.length, calls, 'nothing was sent')
})

t.test('KSeF is asked, and nothing is sent to it, also where a poll would send again', async (t) => {
  const { gateway, submission, sent, pass, ksef } = await poland(t)
  const invoice = submission()
  const uploadId = await sent(invoice)
  pass(5)
  const [taken] = ksef.register.accepted
  const sendings = ksef.count('send')
  t.strictSame(await gateway.reconcile?.(invoice, uploadId, null), { kind: 'accepted', govId: taken?.ksefNumber })
  const [session = ''] = uploadId.split('/')
  pass(100_000)
  const lost = await gateway.reconcile?.(submission(), `${session}/20261124-EE-0123456789-ABCDEF0123-AB`, null)
  t.match(lost, { kind: 'unknown' })
  t.equal(ksef.count('send'), sendings, 'nothing was sent')
})
