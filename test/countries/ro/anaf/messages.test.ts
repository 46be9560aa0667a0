import t from 'tap'
import type { SentAnswer } from '../../../../src/countries/gateway/answering.js'
import type { CollectOutcome } from '../../../../src/countries/gateway/gateway.js'
import { responseIn } from '../../../../src/countries/ro/anaf/buyer-messages.js'
import { ROMANIAN_ANSWERING } from '../../../../src/countries/ro/anaf/message-to-seller.js'
import type { Answer } from '../../../../src/domain/received.js'
import { RECEIVED } from '../../../support/received-invoice.js'
import { type World, worldOf } from './world.js'

const SCOPE = { account: 'acc_1', environment: 'production' } as const
const CIF = '18547290'
const SELLER = '9010105'
const access = ({ anaf }: World, token = anaf.issueToken()) => ({
  connectionId: 'con_1',
  vatNumber: `RO${CIF}`,
  credentials: { accessToken: token },
})

/** A message to the seller of an invoice that arrived. */
function answerOf(world: World, change: Partial<Answer> = {}, uploadId = arrivedIn(world)): SentAnswer {
  const outgoing = {
    responseId: 'rsp_1',
    country: 'RO',
    code: 'disputed',
    nationalCode: 'RASP',
    reason: 'Cantitatea livrată\nnu corespunde: "3" & <2>\t😀',
    reasonCode: null,
    amount: null,
    date: null,
    ...change,
    scope: SCOPE,
    requestedAt: world.now(),
    // A message takes no more of it than the number.
    received: { ...RECEIVED, country: 'RO', channel: 'anaf', govId: uploadId },
    answered: null,
  } as const
  return { ...outgoing, document: ROMANIAN_ANSWERING.write(outgoing), access: access(world) }
}

function arrivedIn({ anaf, now }: World): string {
  return (anaf.register.arrived[0] ?? anaf.register.deliver(CIF, SELLER, Buffer.from('<a/>'), now())).index
}

/** The desk of a gateway that has one. */
function deskOf({ answers } = {} as World['gateway']) {
  if (answers?.follow === undefined) throw new Error('no desk of answers')
  return { send: answers.send.bind(answers), follow: answers.follow.bind(answers) }
}

/** Sends it until it is known what became of it; the pauses before. */
async function insist(world: World, desk: ReturnType<typeof deskOf>, answer: SentAnswer) {
  for (let pauses = 0; ; pauses += 1) {
    const outcome = await desk.send(answer)
    if (outcome.kind !== 'unavailable' || pauses > 50) return { outcome, pauses }
    world.pass(outcome.retryAfterSeconds)
  }
}

t.test('a message to the seller is uploaded once, and followed', async (t) => {
  const world = await worldOf(t, { decisionSeconds: 90 })
  const desk = deskOf(world.gateway)
  const answer = answerOf(world)
  const sent = await desk.send(answer)
  t.match(sent, { kind: 'submitted', reference: '5000000001' })
  t.same(await desk.send(answer), sent, 'a repetition finds it')
  const [upload, ...others] = world.anaf.received
  t.same(others, [])
  t.match(upload, { path: 'upload', parameters: { standard: 'RASP', cif: CIF } })
  t.match(upload?.bytes.toString(), `index_incarcare="${arrivedIn(world)}"`)
  const at = world.now()
  t.match(await desk.follow(answer, '5000000001', at), { kind: 'pending', retryAfterSeconds: 60 })
  t.equal(world.anaf.calls.filter(({ call }) => call === 'state').length, 0, 'before it is due nothing is asked')
  world.pass(60)
  t.match(await desk.follow(answer, '5000000001', at), { kind: 'pending' })
  world.pass(60)
  const downloads = (): number => world.anaf.calls.filter(({ call }) => call === 'download').length
  const before = downloads()
  t.same(await desk.follow(answer, '5000000001', at), { kind: 'confirmed' })
  t.equal(downloads(), before, 'without a download')
  t.same(
    world.anaf.register.messages.map(({ cif }) => cif),
    [SELLER],
  )
})

t.test("what ANAF refuses fails with ANAF's text", async (t) => {
  const world = await worldOf(t)
  const desk = deskOf(world.gateway)
  const text = 'Nu exista factura cu id_incarcare= 77'
  const unknown = answerOf(world, {}, '77')
  t.match(await desk.send(unknown), { kind: 'submitted', reference: '5000000001' })
  const at = world.now()
  world.pass(60)
  t.same(await desk.follow(unknown, '5000000001', at), { kind: 'refused', errorMessage: text })
  world.anaf.faults({ on: 'upload', times: 1, does: { kind: 'text', text: 'Fisierul transmis nu este valid' } })
  t.same(await desk.send(answerOf(world, { responseId: 'rsp_2', reason: 'other' })), {
    kind: 'refused',
    errorMessage: 'Fisierul transmis nu este valid',
  })
})

for (const [lost, what] of [
  [false, 'the process dies'],
  [true, 'the response is lost'],
] as const)
  t.test(`${what}: the list decides before anything is repeated`, async (t) => {
    const world = await worldOf(t, { decisionSeconds: 2 * 3600 })
    const desk = deskOf(lost ? world.gateway : world.restored())
    const answer = answerOf(world)
    if (lost) {
      world.anaf.faults({ on: 'upload', times: 1, does: { kind: 'lost' } })
      t.match(await desk.send(answer), { kind: 'unavailable' })
    } else {
      t.match(await deskOf(world.gateway).send(answer), { kind: 'submitted' })
      world.pass(3 * 3600)
    }
    const { outcome } = await insist(world, desk, answer)
    t.same(outcome, { kind: 'submitted', reference: '5000000001' })
    t.equal(world.anaf.received.length, 1)
    t.ok(
      world.anaf.calls.filter(({ call }) => call === 'list').every(({ query }) => query['filtru'] === 'R'),
      'among the messages of buyers',
    )
  })

t.test('what never arrived is repeated after six hours', async (t) => {
  const world = await worldOf(t)
  world.anaf.faults({ on: 'upload', times: 1, does: { kind: 'cut' } })
  const begun = world.now().getTime()
  const { outcome, pauses } = await insist(world, deskOf(world.gateway), answerOf(world))
  t.match(outcome, { kind: 'submitted', reference: '5000000001' })
  t.ok(world.now().getTime() - begun >= 6 * 3_600_000)
  t.ok(pauses < 20)
})

t.test('ANAF may write a message in another way', async (t) => {
  const world = await worldOf(t)
  const answer = answerOf(world, { reason: 'Marfa <ruptă>' })
  await deskOf(world.gateway).send(answer)
  const [taken] = world.anaf.register.taken
  if (taken === undefined) throw new Error('it was taken')
  const document = `<?xml version="1.0"?>\n<m:header xmlns:m='mfp:anaf:dgti:spv:reqMesaj:v1' message="Marfa &#60;rupt&#259;>" index_incarcare="${arrivedIn(world)}"></m:header>`
  Object.assign(taken, { bytes: Buffer.from(document) })
  world.pass(60)
  t.same(await deskOf(world.restored()).send(answer), { kind: 'submitted', reference: '5000000001' })
})

t.test('the same words twice are two messages', async (t) => {
  const world = await worldOf(t)
  const desk = deskOf(world.gateway)
  t.match(await desk.send(answerOf(world)), { reference: '5000000001' })
  world.pass(120)
  t.match(await desk.send(answerOf(world, { responseId: 'rsp_2' })), { kind: 'submitted', reference: '5000000002' })
})

t.test('a thousand messages a day', async (t) => {
  const world = await worldOf(t, { limits: { messagesADay: 1 } })
  const desk = deskOf(world.gateway)
  t.match(await desk.send(answerOf(world)), { kind: 'submitted' })
  const midnight = new Date('2026-11-22T22:00:00.000Z')
  t.match(await desk.send(answerOf(world, { responseId: 'rsp_2', reason: 'x' })), {
    kind: 'exhausted',
    reason: /RASP/,
    until: midnight,
    concerns: 'invoice',
  })
})

t.test('a lost lease sends nothing', async (t) => {
  const world = await worldOf(t)
  const lost = { lost: AbortSignal.abort(), isHeld: () => false }
  t.match(await deskOf(world.gateway).send(answerOf(world), lost), { kind: 'unavailable' })
  t.equal(world.anaf.received.length, 0)
})

/** A message about an invoice of ours. */
function message(uploadId: string, text: string): Buffer {
  return Buffer.from(`<header xmlns="mfp:anaf:dgti:spv:reqMesaj:v1" index_incarcare="${uploadId}" message="${text}"/>`)
}

type Collected = Extract<CollectOutcome, { kind: 'messages' }>

async function collected(world: World, since: Date | null = null): Promise<Collected> {
  const outcome = await world.gateway.collect?.(SCOPE, access(world), since)
  if (outcome?.kind !== 'messages') throw new Error(JSON.stringify(outcome))
  for (const each of outcome.messages) await world.mailbox.put(each)
  return outcome
}

t.test('messages of buyers are fetched once, those to the company alone', async (t) => {
  const world = await worldOf(t)
  const calls = (call: string): number => world.anaf.calls.filter((each) => each.call === call).length
  t.same((await collected(world)).messages, [])
  t.equal(world.anaf.calls.length, 0, 'an account without uploads has none')
  const invoice = world.submission()
  const uploadId = await world.uploaded(invoice)
  world.pass(60)
  t.match(await world.poll(invoice, uploadId), { kind: 'accepted' })
  const { register } = world.anaf
  register.deliverMessage(CIF, message(uploadId, 'Prima'), world.now())
  register.deliverMessage(CIF, message(uploadId, 'A doua'), world.now(), 'MESAJ CUMPARATOR')
  register.deliverMessage(CIF, message(uploadId, 'trimis'), world.now(), 'MESAJ CUMPARATOR TRANSMIS')
  register.deliverMessage('1', message(uploadId, 'altuia'), world.now())
  world.pass(60)
  const downloads = calls('download')
  const { messages, until } = await collected(world)
  t.equal(calls('download'), downloads + 2)
  t.same(
    messages.map((each) => responseIn(each)),
    ['Prima', 'A doua'].map((reason) => ({
      at: world.now(),
      code: 'RASP',
      label: 'Message of the buyer',
      reason,
    })),
  )
  t.same(
    (await world.mailbox.expecting('anaf', messages[0]?.references ?? [])).map(({ invoiceId }) => invoiceId),
    [invoice.invoiceId],
  )
  t.equal(
    await world.mailbox.expects({
      channel: 'anaf',
      references: messages[0]?.references ?? [],
      scope: { ...SCOPE, account: 'acc_2' },
    }),
    false,
  )
  world.pass(600)
  const next = await collected(world, until)
  t.same(next.messages, [])
  t.match(next, { againSeconds: 600 })
  t.equal(calls('download'), downloads + 2)
})

t.test('many messages are fetched in turns, and a failure delays no others', async (t) => {
  const world = await worldOf(t)
  const uploadId = await world.uploaded(world.submission())
  for (let number = 0; number < 60; number += 1)
    world.anaf.register.deliverMessage(CIF, message(uploadId, `${number}`), world.now())
  world.pass(60)
  const first = await collected(world)
  t.equal(first.messages.length, 50)
  t.match(first, { againSeconds: 10 })
  world.anaf.faults({ on: 'download', times: 1, does: { kind: 'text', text: 'Nu aveti dreptul sa descarcati' } })
  const second = await collected(world, first.until)
  t.equal(second.messages.length, 9)
  t.same(second.until, first.until, 'the mark stays before what is missing')
  t.equal((await collected(world, second.until)).messages.length, 1)
  world.anaf.faults({ on: 'list', times: 1, does: { kind: 'answer', status: 503 } })
  t.match(await world.gateway.collect?.(SCOPE, access(world), null), { kind: 'unavailable', concerns: 'government' })
})

t.test('hostile messages are kept, and say at most what they say', async (t) => {
  const world = await worldOf(t)
  const uploadId = await world.uploaded(world.submission())
  const bomb = `<!DOCTYPE header [<!ENTITY a "${'a'.repeat(1000)}">${Array.from({ length: 20 }, (_, n) => `<!ENTITY b${n} "&a;&a;&a;&a;&a;&a;&a;&a;">`).join('')}]><header xmlns="mfp:anaf:dgti:spv:reqMesaj:v1" index_incarcare="${uploadId}" message="&b1;"/>`
  const hostile: readonly (readonly [string, Buffer, RegExp | null])[] = [
    ['a million characters', message(uploadId, 'x'.repeat(1_000_000)), /^x{1000000}$/],
    ['control characters', message(uploadId, 'a&#9;b&#10;c\u202Ed&#x85;'), /^a\tb\nc\u202Ed\u0085$/],
    ['markup', message(uploadId, '&lt;script>alert(1)&lt;/script>'), /^<script>alert\(1\)<\/script>$/],
    ['an entity bomb', Buffer.from(bomb), null],
    ['an illegal character', message(uploadId, '&#1;'), null],
    ['no XML', Buffer.from('hello'), null],
    ['another root', Buffer.from('<header xmlns="x" index_incarcare="1" message="y"/>'), null],
    ['no text', Buffer.from(`<header xmlns="mfp:anaf:dgti:spv:reqMesaj:v1" index_incarcare="${uploadId}"/>`), null],
    ['no number', message('1 OR 1=1', 'text'), /^text$/],
  ]
  for (const [, bytes] of hostile) world.anaf.register.deliverMessage(CIF, bytes, world.now())
  world.pass(60)
  const { messages } = await collected(world)
  t.equal(messages.length, hostile.length)
  for (const [index, [what, , reason]] of hostile.entries()) {
    const given = messages[index]
    if (given === undefined) throw new Error(what)
    const response = responseIn(given)
    if (reason === null) t.equal(response, null, what)
    else t.match(response?.reason, reason, what)
    const isAbout = given.references.includes(`upload ${uploadId}`)
    t.equal(isAbout, reason !== null && what !== 'no number', what)
  }
  const [first] = messages
  t.equal(first && responseIn({ ...first, bytes: Buffer.from('PK') }), null, 'no archive')
})

t.test('what is older than sixty days is not asked for', async (t) => {
  const world = await worldOf(t, { aheadSeconds: 90 })
  const uploadId = await world.uploaded(world.submission())
  world.anaf.register.deliverMessage(CIF, message(uploadId, 'old'), world.now())
  world.pass(60 * 24 * 3600)
  world.anaf.register.deliverMessage(CIF, message(uploadId, 'new'), world.now())
  world.pass(300)
  const { messages } = await collected(world, new Date('2020-01-01'))
  t.same(
    messages.map((each) => responseIn(each)?.reason),
    ['new'],
  )
})
