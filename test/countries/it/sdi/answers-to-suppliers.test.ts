import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'
import t, { type Test } from 'tap'
import type { SentAnswer } from '../../../../src/countries/gateway/answering.js'
import type { GovernmentMessage } from '../../../../src/countries/gateway/mailbox.js'
import { ITALIAN_ANSWERING } from '../../../../src/countries/it/answering.js'
import { receivedReference } from '../../../../src/countries/it/sdi/references.js'
import type { InvoiceReceived } from '../../../../src/domain/received.js'
import type { FaultKind, SdiOptions } from '../../../standins/sdi/options.js'
import { GOVERNMENTS, hasArtefacts } from '../../../support/official-artefacts.js'
import { RECEIVED } from '../../../support/received-invoice.js'
import { worldOf } from './world.js'

const DAY = 86_400
const SCHEMA = join(GOVERNMENTS, 'data/it/xsd/MessaggiTypes_v1.1.xsd')

function received(
  now: Date,
  change: Partial<InvoiceReceived['data']> = {},
  named: Pick<InvoiceReceived['data'], 'filename'> = { filename: 'IT01879020517_00001.xml.p7m' },
): InvoiceReceived['data'] {
  return {
    ...RECEIVED,
    country: 'IT',
    channel: 'sdi',
    govId: '17000000001',
    arrivedAt: now.toISOString(),
    number: 'F/1',
    invoiceType: 'invoice',
    issueDate: '2026-11-20',
    supplierVat: 'IT01879020517',
    customerVat: 'IT80016350821',
    ...named,
    files: [{ kind: 'metadata', filename: 'IT01879020517_00001_MT_001.xml', document: RECEIVED.document }],
    format: 'fatturapa',
    edition: 'FPA12',
    ...change,
  }
}

/** SdI's DT about the invoice, as its door keeps it. */
function termsElapsed(now: Date): GovernmentMessage {
  return {
    channel: 'sdi',
    scope: null,
    messageId: 'DT',
    references: [receivedReference('17000000001')],
    kind: 'DT',
    receivedAt: now,
    bytes: Buffer.from(''),
    mediaType: 'application/xml',
  }
}

async function deskOf(t: Test, options: SdiOptions = {}) {
  const world = await worldOf(t, options)
  const { sdi, gateway, tools } = world
  const answer = (responseId: string, change: Partial<SentAnswer> = {}): SentAnswer => {
    const given = {
      responseId,
      code: 'approved' as const,
      country: 'IT' as const,
      nationalCode: 'EC01',
      reason: null,
      reasonCode: null,
      amount: null,
      date: null,
      scope: { account: 'acc_1', environment: 'production' as const },
      requestedAt: world.now(),
      received: received(world.now()),
      answered: null,
      access: { connectionId: 'con_1', vatNumber: 'IT80016350821', credentials: sdi.credentials },
      ...change,
    }
    return { ...given, document: ITALIAN_ANSWERING.write(given) }
  }
  const desk = gateway.answers
  if (desk === undefined) throw new Error('no answers')
  const send = async (given: SentAnswer, does?: FaultKind) => {
    sdi.faults(...(does === undefined ? [] : [{ on: 'outcome' as const, times: 1, does }]))
    return desk.send(given)
  }
  return { ...world, desk, tools, answer, send }
}

t.test('an acceptance and a refusal, under names of their own', async (t) => {
  const { sdi, send, answer, now } = await deskOf(t)
  t.same(await send(answer('rsp_1')), { kind: 'submitted', reference: 'IT01879020517_00001_EC_001.xml' })
  const other = received(now(), { number: 'F/2', part: 2 })
  const refusal = answer('rsp_2', {
    nationalCode: 'EC02',
    code: 'rejected',
    reason: 'CIG „errato“ & più',
    received: other,
  })
  t.same(await send(refusal), { kind: 'submitted', reference: 'IT01879020517_00001_EC_002.xml' })
  t.same(await send(refusal), { kind: 'submitted', reference: 'IT01879020517_00001_EC_002.xml' }, 'once')
  t.match(sdi.outcomes.all, [
    { id: '17000000001', answer: 'ES01', xml: /<Esito>EC01<\/Esito>/ },
    {
      answer: 'ES01',
      xml: /<NumeroFattura>F\/2<\/NumeroFattura>\s*<AnnoFattura>2026<\/AnnoFattura>\s*<PosizioneFattura>2<\/PosizioneFattura>[^]*<Descrizione>CIG "errato" &amp; più<\/Descrizione>/,
    },
  ])
  t.equal(sdi.outcomes.all.length, 2)
})

t.test('the official schema of messages accepts them', async (t) => {
  if (!hasArtefacts(t, 'the schema of messages of SdI')) return
  const { answer, now } = await deskOf(t)
  xmlRegisterFsInputProviders()
  const schema = XsdValidator.fromDoc(XmlDocument.fromString(readFileSync(SCHEMA, 'utf8'), { url: SCHEMA }))
  t.teardown(() => {
    schema.dispose()
  })
  for (const change of [
    {},
    { nationalCode: 'EC02', reason: '€'.repeat(255) },
    { received: received(now(), { part: 3 }) },
    { received: received(now(), { number: null }) },
    { responseId: 'rsp_01jdq3k6y7m8n9p0q1r2s3t4v5' },
  ]) {
    const document = XmlDocument.fromBuffer(answer('rsp_1', change).document.bytes)
    t.doesNotThrow(() => {
      schema.validate(document)
    })
    document.dispose()
  }
})

t.test('names of files: those of SdI, else of its number', async (t) => {
  const { send, answer, now } = await deskOf(t)
  const { files, ...rest } = received(now(), {}, {})
  const named = (id: string, change: Partial<InvoiceReceived['data']>) =>
    send(answer(`rsp_${id}`, { received: { ...rest, files: [], number: id, ...change } }))
  t.match(await named('1', { files }), { reference: 'IT01879020517_00001_EC_001.xml' })
  t.match(await named('2', {}), { reference: 'sdi_17000000001_EC_001.xml' })
  t.match(await named('3', { filename: '../x.xml' }), { reference: 'sdi_17000000001_EC_002.xml' })
})

t.test('what SdI refuses has failed; what it could not look at is sent again', async (t) => {
  const { sdi, send, answer } = await deskOf(t)
  t.match(await send(answer('rsp_1'), { kind: 'error', code: 'ES02' }), {
    kind: 'unavailable',
    concerns: 'government',
    reason: /ES02/,
  })
  t.match(await send(answer('rsp_1')), { kind: 'submitted' })
  t.match(await send(answer('rsp_2')), { kind: 'refused', errorMessage: 'EN01: notifica non ammissibile' })
  t.match(await send(answer('rsp_3'), { kind: 'error', code: 'ES00' }), { kind: 'refused', errorMessage: /^ES00/ })
  t.match(await send(answer('rsp_4'), { kind: 'error', code: 'ES77' }), { kind: 'unavailable' })
  t.match(await send(answer('rsp_4'), { kind: 'soap-fault', code: 'Server', text: 'x' }), { kind: 'unavailable' })
  t.match(await send(answer('rsp_4'), { kind: 'answer', status: 503, headers: { 'retry-after': '7' } }), {
    kind: 'unavailable',
    retryAfterSeconds: 7,
  })
  t.match(await send(answer('rsp_5', { access: { connectionId: 'con_1', vatNumber: 'x', credentials: {} } })), {
    kind: 'unauthorized',
  })
  t.equal(sdi.outcomes.accepted.length, 1)
})

t.test('a lost answer: SdI finds the repetition inadmissible, since it has the first', async (t) => {
  const { sdi, send, answer } = await deskOf(t)
  const given = answer('rsp_1')
  t.match(await send(given, { kind: 'lost' }), { kind: 'unavailable' })
  t.equal(sdi.outcomes.accepted.length, 1)
  t.match(await send(given), { kind: 'submitted' })
  t.match(await send(given), { kind: 'submitted' })
  t.equal(sdi.outcomes.accepted.length, 1)
})

t.test('a lost answer, and the end of the term: it is not known whether it arrived', async (t) => {
  const { send, answer, mailbox, now } = await deskOf(t)
  const given = answer('rsp_1')
  t.match(await send(given, { kind: 'lost' }), { kind: 'unavailable' })
  await mailbox.put(termsElapsed(now()))
  t.match(await send(given), { kind: 'refused', errorMessage: /EN01/ })
})

t.test('a worker that lost its lease sends nothing', async (t) => {
  const { sdi, desk, answer } = await deskOf(t)
  t.match(await desk.send(answer('rsp_1'), { lost: AbortSignal.abort(), isHeld: () => false }), {
    kind: 'unavailable',
    concerns: 'invoice',
  })
  t.equal(sdi.outcomes.all.length, 0)
})

t.test('who answers, and until when', async (t) => {
  const { desk, mailbox, now } = await deskOf(t)
  const barred = (change: Partial<InvoiceReceived['data']>, seconds = 0) =>
    ITALIAN_ANSWERING.barred?.(received(now(), change), new Date(now().getTime() + seconds * 1000)) ?? null
  t.equal(barred({}, 15 * DAY), null)
  t.match(barred({}, 15 * DAY + 1), { kind: 'late', message: /15 days/ })
  t.match(barred({ edition: 'FPR12' }), { kind: 'never', message: /administrations/ })
  t.match(barred({ channel: 'invoicetronic' }), { kind: 'never', message: /Invoicetronic/ })
  t.match(barred({ part: 2, number: null }), { kind: 'never', message: /number/ })
  const scope = { account: 'acc_1', environment: 'production' } as const
  t.equal(await desk.barred?.(scope, received(now())), null)
  await mailbox.put(termsElapsed(now()))
  t.match(await desk.barred?.(scope, received(now())), { kind: 'late', message: /DT/ })
})
