import t from 'tap'
import type { Credentials } from '../../../../src/domain/connection.js'
import type { InvoiceRequest } from '../../../../src/domain/request/invoice-request.js'
import { FRENCH_REJECTIONS } from '../../../../src/countries/fr/rejections.js'
import type { FaultKind } from '../../../standins/chorus/options.js'
import { INVOICE, SCOPE } from '../flow-service/world.js'

import { PUBLIC, worldOf } from './world.js'

const MINUTE = 60

t.test('an invoice to a public buyer is deposited, and accepted when it is taken in', async (t) => {
  const { chorus, submission, submitted, poll, pass, gateway } = await worldOf(t, { decisionSeconds: 60 })
  const invoice = submission()
  t.same(await gateway.find(invoice), { kind: 'unknown' })
  const uploadId = await submitted(invoice)
  const [deposit] = chorus.deposits
  t.equal(uploadId, `chorus:${deposit?.depositId}`)
  t.match(deposit, { name: 'attempt-1.xml', syntax: 'IN_DP_E1_UBL_INVOICE' })
  t.match(await poll(invoice, uploadId), { kind: 'pending', retryAfterSeconds: 10 })
  pass(60)
  t.match(await poll(invoice, uploadId), {
    kind: 'accepted',
    govId: deposit?.depositId,
    govMessage: /^IN_INTEGRE : facture F-1/,
    receipt: { mediaType: 'application/json' },
  })
  t.match(await gateway.find(invoice), { kind: 'known', uploadId })
})

t.test('who goes through Chorus Pro', async (t) => {
  const { chorus, platform, submission, gateway } = await worldOf(t)
  const both = { ...chorus.credentials, ...platform.credentials }
  const table: readonly (readonly [string, Partial<InvoiceRequest>, Credentials, number, number])[] = [
    ['a public buyer', {}, both, 1, 0],
    ['a private buyer', { customer: INVOICE.customer }, both, 0, 1],
    ['a public buyer by what is said', { customer: { ...INVOICE.customer, publicSector: true } }, both, 1, 0],
    ['a private buyer by what is said', { customer: { ...PUBLIC, publicSector: false } }, both, 0, 1],
    ['a public buyer without Chorus Pro', {}, platform.credentials, 0, 1],
    ['a private buyer without a platform', { customer: INVOICE.customer }, chorus.credentials, 0, 0],
  ]
  for (const [what, change, credentials, deposits, flows] of table) {
    const before = [chorus.deposits.length, platform.received.length]
    const outcome = await gateway.submit(submission(change, credentials))
    t.same(
      [chorus.deposits.length, platform.received.length],
      [(before[0] ?? 0) + deposits, (before[1] ?? 0) + flows],
      what,
    )
    t.equal(outcome.kind, deposits + flows === 1 ? 'submitted' : 'refused', what)
  }
})

t.test('states of a deposit', async (t) => {
  const table: readonly (readonly [string, object, number])[] = [
    ['IN_RECU', { kind: 'pending' }, 0],
    ['IN_EN_ATTENTE_RETRAITEMENT_CPP', { kind: 'pending' }, 0],
    ['IN_INCIDENTE', { kind: 'pending' }, 0],
    ['IN_ETAT_NOUVEAU', { kind: 'pending' }, 1],
    ['IN_INTEGRE_PARTIEL', { kind: 'accepted' }, 0],
  ]
  for (const [state, expected, warned] of table) {
    const { chorus, submission, submitted, poll, warnings } = await worldOf(t)
    chorus.faults({ on: 'deposit', does: { kind: 'state', state } })
    const invoice = submission()
    t.match(await poll(invoice, await submitted(invoice)), expected, state)
    t.equal(warnings.length, warned, state)
  }
  const { chorus, submission, submitted, poll, pass } = await worldOf(t)
  const errors = ["Le numéro d'engagement est inconnu", 'Le code service est obligatoire']
  chorus.faults({ on: 'deposit', times: 1, does: { kind: 'state', state: 'IN_REJETE', errors } })
  const rejected = submission()
  const decision = await poll(rejected, await submitted(rejected))
  const errorMessage = `IN_REJETE\nF-1 : ${errors[0]}\nF-1 : ${errors[1]}`
  t.match(decision, { kind: 'rejected', errorMessage, document: { mediaType: 'application/json' } })
  t.match(FRENCH_REJECTIONS.explain(errorMessage).errorFix, /orderReference/)
  chorus.faults({ on: 'deposit', times: 1, does: { kind: 'state', state: 'IN_INCIDENTE' } })
  const incident = submission()
  const uploadId = await submitted(incident)
  pass(25 * 3600)
  t.match(await poll(incident, uploadId), { kind: 'rejected', errorMessage: 'IN_INCIDENTE' })
})

t.test('a lost answer: the list decides before anything is deposited again', async (t) => {
  for (const isListFull of [true, false]) {
    const { chorus, submission, gateway, poll, pass } = await worldOf(t, { isListFull, decisionSeconds: 600 })
    const invoice = submission()
    chorus.faults({ on: 'deposit', times: 1, does: { kind: 'lost' } })
    t.match(await gateway.submit(invoice), { kind: 'unavailable', concerns: 'invoice' })
    pass(5 * MINUTE)
    t.match(await gateway.find(invoice), { kind: 'unavailable', retryAfterSeconds: 150 })
    pass(5 * MINUTE)
    const found = await gateway.find(invoice)
    t.match(found, { kind: 'known' })
    t.equal(chorus.deposits.length, 1)
    const decision = await poll(invoice, found.kind === 'known' ? found.uploadId : '')
    t.match(decision, { kind: 'accepted', govId: isListFull ? chorus.deposits[0]?.depositId : '1' })
  }
})

t.test(
  'a deposit that never came is made again, and one that was only slow is found as the double of it',
  async (t) => {
    const { chorus, submission, submitted, gateway, poll, pass } = await worldOf(t, { decisionSeconds: 3 * 3600 })
    const invoice = submission()
    chorus.faults({ on: 'deposit', times: 1, does: { kind: 'lost' } })
    await gateway.submit(invoice)
    pass(2 * 3600)
    t.same(await gateway.find(invoice), { kind: 'unknown' })
    const uploadId = await submitted(invoice)
    pass(3 * 3600)
    t.match(await poll(invoice, uploadId), { kind: 'accepted', govId: chorus.deposits[0]?.depositId })
  },
)

t.test('an invoice of last year under the number is not this one', async (t) => {
  const { submission, submitted, gateway, poll, pass } = await worldOf(t)
  await submitted(submission({ number: 'F-1' }))
  pass(400 * 24 * 3600)
  const invoice = submission({ number: 'F-1' })
  t.same(await gateway.find(invoice), { kind: 'unknown' })
  t.match(await poll(invoice, await submitted(invoice)), { kind: 'rejected', errorMessage: /existe déjà/ })
})

t.test('answers to a deposit', async (t) => {
  const body = (codeRetour: number, libelle: string): string => JSON.stringify({ codeRetour, libelle })
  const table: readonly (readonly [FaultKind, object, 'forgotten' | 'kept'])[] = [
    [
      { kind: 'answer', status: 200, body: body(20001, 'GDP_MSG_11.022') },
      { kind: 'refused', errorMessage: 'GDP_MSG_11.022 (codeRetour 20001)' },
      'forgotten',
    ],
    [{ kind: 'answer', status: 400, body: body(20003, 'Le champ est obligatoire') }, { kind: 'refused' }, 'forgotten'],
    [{ kind: 'answer', status: 200, body: body(1, 'Service indisponible') }, { kind: 'unavailable' }, 'kept'],
    [
      { kind: 'answer', status: 200, body: body(1, 'Le mot de passe a expiré') },
      { kind: 'unauthorized', needs: 'user' },
      'forgotten',
    ],
    [
      { kind: 'answer', status: 200, body: body(1, 'Le mot de passe du compte technique a expiré') },
      { kind: 'unauthorized', needs: 'user' },
      'forgotten',
    ],
    [
      { kind: 'answer', status: 400, body: '{"libelle":"Format de flux inconnu"}' },
      { kind: 'refused', errorMessage: 'Format de flux inconnu (HTTP 400)' },
      'forgotten',
    ],
    [
      { kind: 'answer', status: 200, body: body(1, "Service d'authentification indisponible") },
      { kind: 'unavailable' },
      'kept',
    ],
    [{ kind: 'answer', status: 200, body: body(1, 'Erreur technique') }, { kind: 'unavailable' }, 'kept'],
    [{ kind: 'answer', status: 200, body: '{"libelle":"?"}' }, { kind: 'unavailable' }, 'kept'],
    [{ kind: 'answer', status: 403, body: '{}' }, { kind: 'unauthorized', needs: 'user' }, 'forgotten'],
    [{ kind: 'answer', status: 429 }, { kind: 'exhausted', concerns: 'invoice' }, 'forgotten'],
    [{ kind: 'answer', status: 503 }, { kind: 'unavailable', concerns: 'invoice' }, 'kept'],
    [{ kind: 'answer', status: 200, body: '<html>' }, { kind: 'unavailable' }, 'kept'],
    [{ kind: 'answer', status: 200, body: '{"codeRetour":0}' }, { kind: 'unavailable' }, 'kept'],
    [{ kind: 'answer', status: 404, body: '<html>' }, { kind: 'unavailable' }, 'kept'],
    [{ kind: 'cut' }, { kind: 'unavailable', concerns: 'invoice' }, 'kept'],
  ]
  for (const [does, expected, note] of table) {
    const { chorus, submission, gateway, uploads } = await worldOf(t)
    chorus.faults({ on: 'deposit', does })
    const invoice = submission()
    t.match(await gateway.submit(invoice), expected, JSON.stringify(does))
    t.equal((await uploads.find(invoice.scope, invoice.attemptId)) === null, note === 'forgotten', JSON.stringify(does))
  }
})

t.test('credentials', async (t) => {
  const { chorus, platform, submission, gateway, access, pass, submitted } = await worldOf(t, {
    accessTokenSeconds: 600,
  })
  t.match(await gateway.check?.(access), { kind: 'works', detail: /Chorus Pro/ })
  const wrong = { ...chorus.credentials, chorusClientSecret: 'wrong' }
  t.match(await gateway.check?.({ ...access, credentials: wrong }), {
    kind: 'refused',
    reason: /PISTE .*invalid_client/,
  })
  t.match(await gateway.submit(submission({}, wrong)), { kind: 'unauthorized', needs: 'user' })
  const expired = { ...chorus.credentials, chorusPassword: 'old' }
  t.match(await gateway.check?.({ ...access, credentials: expired }), { kind: 'refused' })
  const both = { ...platform.credentials, ...chorus.credentials }
  t.match(await gateway.check?.({ ...access, credentials: both }), { kind: 'works', detail: /platform.*Chorus Pro/ })
  chorus.faults({ on: 'list', does: { kind: 'answer', status: 503 } })
  t.match(await gateway.check?.({ ...access, credentials: both }), { kind: 'unknown', reason: /503/ })
  t.match(await gateway.check?.({ ...access, credentials: {} }), { kind: 'refused' })
  chorus.faults()
  pass(3600)
  await submitted(submission())
})

t.test('what follows the integration is reported to people', async (t) => {
  const { chorus, platform, submission, submitted, gateway, mailbox, access, pass } = await worldOf(t)
  const invoice = submission()
  await submitted(invoice)
  const collect = async (since: Date | null, credentials: Credentials = chorus.credentials) => {
    const outcome = await gateway.collect?.(SCOPE, { ...access, credentials }, since)
    if (outcome?.kind === 'messages') for (const message of outcome.messages) await mailbox.put(message)
    return outcome
  }
  t.match(await collect(null), { kind: 'messages' })
  pass(3600)
  chorus.report('F-1', 'SUSPENDUE', 'pièce manquante')
  await collect(new Date('2026-11-22T10:00:00Z'))
  await collect(new Date('2026-11-22T10:00:00Z'))
  t.equal(mailbox.messages.length, 2)
  const references = mailbox.expected.map(({ reference }) => reference)
  t.ok(mailbox.messages.every((message) => message.references.every((reference) => references.includes(reference))))
  t.match(
    mailbox.messages.map((message) => gateway.responseIn?.(message)),
    [null, { at: new Date('2026-11-22T11:00:00Z'), code: 'SUSPENDUE', label: /Suspended/, reason: 'pièce manquante' }],
  )
  const both = { ...chorus.credentials, ...platform.credentials }
  const since = new Date('2026-11-22T10:30:00Z')
  platform.faults({ on: 'search', does: { kind: 'answer', status: 503 } })
  t.match(await collect(since, both), { kind: 'messages', until: since }, 'one half is away')
  t.match(await gateway.reportPayment?.(invoice, 'x', { paymentId: 'p', paidOn: '2026-11-22', amounts: [] }), {
    kind: 'refused',
  })
})
