import fc from 'fast-check'
import t from 'tap'
import { BE_REJECTIONS } from '../../../../src/countries/be/rejections.js'
import type { PollOutcome } from '../../../../src/countries/gateway/gateway.js'
import type { GovernmentMessage } from '../../../../src/countries/gateway/mailbox.js'
import { receiveBusinessDocument } from '../../../../src/countries/peppol/access-point/inbound.js'
import type { Response } from '../../../standins/access-point/responses.js'
import { MemoryMailbox } from '../../../standins/memory/mailbox.js'
import { instanceOf, type World, worldOf } from './world.js'

const NOW = new Date('2026-11-22T10:00:00.000Z')

function rawOf(outcome: PollOutcome): string {
  if (outcome.kind !== 'rejected') throw new Error(`not rejected: ${JSON.stringify(outcome)}`)
  return outcome.errorMessage
}

function lastOf({ mailbox }: World): GovernmentMessage {
  const last = mailbox.messages.at(-1)
  if (last === undefined) throw new Error('an empty mailbox')
  return last
}

t.test('a Message Level Status that rejects, in words that the catalogue knows', async (t) => {
  const table: readonly (readonly [Response, string, RegExp])[] = [
    [
      {
        code: 'RE',
        description: 'Rejected by validation',
        lines: [
          {
            place: '/Invoice/cac:InvoiceLine',
            text: '[BR-16]-An Invoice shall have at least one Invoice line (BG-25)',
          },
          { place: 'NA', text: '[BR-02]-An Invoice shall have an Invoice number (BT-1).' },
        ],
      },
      'Message Level Status RE; StatusReasonCode BV: Rejected by validation\n' +
        '[BR-16]-An Invoice shall have at least one Invoice line (BG-25); at /Invoice/cac:InvoiceLine\n' +
        '[BR-02]-An Invoice shall have an Invoice number (BT-1).',
      /1\) BR-16: .* 2\) BR-02: /,
    ],
    [
      { code: 'RE', lines: [{ place: 'NA', text: 'mailbox full', reason: 'FD' }] },
      'Message Level Status RE; StatusReasonCode FD\nmailbox full',
      /could not deliver the document/,
    ],
    [
      { code: 'RE', reasons: [{ list: '', code: 'SV', text: 'not UBL' }] },
      'Message Level Status RE; StatusReasonCode SV\nnot UBL',
      /does not match the XML schema/,
    ],
    [
      {
        code: 'RE',
        lines: [
          { place: 'NA', text: 'late', reason: 'BW' },
          { place: 'NA', text: 'no' },
        ],
      },
      'Message Level Status RE; StatusReasonCode BV\nlate; StatusReasonCode BW\nno; StatusReasonCode BV',
      /breaks a business rule/,
    ],
    [{ code: 'RE' }, 'Message Level Status RE', /without a known reason/],
  ]
  for (const [response, text, explained] of table) {
    const world = await worldOf(t)
    const invoice = world.submission()
    const upload = await world.uploaded(invoice)
    await world.accessPoint.levelStatus(instanceOf(upload), response)
    const outcome = await world.poll(invoice, upload)
    t.equal(rawOf(outcome), text)
    t.match(outcome, { document: { mediaType: 'application/xml' } })
    t.match(BE_REJECTIONS.explain(text, 'rejected').errorTranslated, explained)
    t.match(world.gateway.responseIn?.(lastOf(world)), { code: 'MLS RE', at: NOW }, 'it may come too late to decide')
  }
})

t.test('a buyer who rejects the invoice before it is accepted', async (t) => {
  const world = await worldOf(t)
  const invoice = world.submission()
  const upload = await world.uploaded(invoice)
  const reasons = [
    { list: 'OPStatusReason', code: 'REF', text: 'which order?' },
    { list: 'OPStatusAction', code: 'NIN' },
  ]
  await world.accessPoint.respond(instanceOf(upload), 'F-1', { code: 'RE', reasons }, { issuedOn: '2026-11-22' })
  const text =
    'Invoice Response RE (Rejected)\nOPStatusReason REF: References incorrect; which order?\nOPStatusAction NIN: Issue new invoice'
  t.equal(rawOf(await world.poll(invoice, upload)), text)
  t.match(BE_REJECTIONS.explain(text, 'rejected').errorTranslated, /1\) .*reference wrong.* 2\) .*new invoice/)
})

t.test('what does not decide: other answers, other invoices, other participants', async (t) => {
  const world = await worldOf(t)
  const { accessPoint } = world
  const invoice = world.submission()
  const upload = await world.uploaded(invoice)
  const id = instanceOf(upload)
  const RE = { code: 'RE' }
  for (const code of ['AB', 'IP', 'UQ', 'CA', 'AP', 'PD']) await accessPoint.respond(id, 'F-1', { code })
  await accessPoint.respond(id, 'F-2', RE)
  await accessPoint.respond(id, 'F-1', RE, { sender: 'iso6523-actorid-upis::0208:0000000097' })
  await accessPoint.respond(id, 'F-1', RE, { issuedOn: '2026-11-21' })
  await accessPoint.levelStatus('00000000-0000-4000-8000-000000000000', RE)
  await accessPoint.levelStatus(id, { code: 'XX' })
  t.ok(
    accessPoint.forwarded.every(({ isTaken }) => isTaken),
    'all are kept and answered alike',
  )
  t.match(await world.poll(invoice, upload), { kind: 'pending' })

  world.pass(60)
  const again = world.submission({ invoice: { number: 'F-1' } })
  const next = await world.uploaded(again)
  await accessPoint.respond(id, 'F-1', RE)
  t.match(
    rawOf(await world.poll(again, next)),
    /Invoice Response RE/,
    'of the new invoice under that number, for all we know',
  )
  const third = world.submission({ invoice: { number: 'F-1' } })
  world.pass(60)
  t.match(rawOf(await world.poll({ ...third, createdAt: NOW }, next)), /RE/)
  t.match(await world.poll({ ...third, createdAt: world.now() }, next), { kind: 'pending' }, 'older than the invoice')
})

const OTHER_NAME = 'iso6523-actorid-upis::9925:BE0202239951'

t.test('a buyer who answers from another identifier is shown with its sender, and does not decide', async (t) => {
  const world = await worldOf(t)
  const invoice = world.submission()
  const upload = await world.uploaded(invoice)
  const answered = { createdAt: NOW, issueDate: invoice.invoice.issueDate }
  await world.accessPoint.respond(instanceOf(upload), 'F-1', { code: 'RE' }, { sender: OTHER_NAME })
  t.match(lastOf(world), { scope: invoice.scope, decides: false })
  t.match(await world.mailbox.claim(NOW, 60, 10), [{ invoiceId: 'inv_1', scope: invoice.scope }], 'it is matched')
  t.match(await world.poll(invoice, upload), { kind: 'pending' })
  t.match(world.gateway.responseIn?.(lastOf(world), answered), {
    code: 'RE',
    reason: `Sent by ${OTHER_NAME}, to whom the invoice was not sent.`,
  })
  const otherDay = { sender: OTHER_NAME, issuedOn: '2026-11-21' }
  await world.accessPoint.respond(instanceOf(upload), 'F-1', { code: 'AP' }, otherDay)
  t.equal(world.gateway.responseIn?.(lastOf(world), answered), null, 'of another date')
  await world.accessPoint.respond(instanceOf(upload), 'F-1', { code: 'PD' })
  t.match(lastOf(world), { scope: null }, 'the participant to whom it was sent, as ever')
  t.match(world.gateway.responseIn?.(lastOf(world), answered), { code: 'PD', reason: null })
})

t.test('where a number is not unique, no invoice gets a response from an unknown sender', async (t) => {
  const others = fc.record({
    account: fc.constantFrom('acc_1', 'acc_2'),
    number: fc.constantFrom('F-1', 'F-2'),
    seller: fc.constantFrom('BE0403170701', 'BE0897223670'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(others, { maxLength: 4 }), async (invoices) => {
      const world = await worldOf(t)
      const ofSeller = (vatNumber: string) => ({ vatNumber, name: 'Seller' })
      const first = world.submission({ invoice: { number: 'F-1' } })
      const id = instanceOf(await world.uploaded(first))
      for (const { account, number, seller } of invoices) {
        const submission = world.submission({ invoice: { number, supplier: ofSeller(seller) } })
        await world.uploaded({ ...submission, scope: { ...submission.scope, account } })
      }
      await world.accessPoint.respond(id, 'F-1', { code: 'AP' }, { sender: OTHER_NAME })
      const matched = await world.mailbox.claim(NOW, 60, 100)
      const isUnique = !invoices.some(({ number, seller }) => number === 'F-1' && seller === 'BE0403170701')
      const ids = matched.map(({ invoiceId }) => invoiceId)
      t.strictSame(ids, isUnique ? [first.invoiceId] : [])
      t.strictSame(lastOf(world).scope, isUnique ? first.scope : null)
      // An invoice of another account that is sent later does not get it.
      const later = world.submission({ invoice: { number: 'F-1' } })
      await world.uploaded({ ...later, scope: { ...later.scope, account: 'acc_3' } })
      t.notOk(
        (await world.mailbox.claim(new Date(NOW.getTime() + 61_000), 60, 100)).some(
          (each) => each.invoiceId === later.invoiceId,
        ),
      )
    }),
    { numRuns: 20 },
  )
})

t.test('the first word decides', async (t) => {
  for (const [first, second, expected] of [
    ['AP', 'RE', 'accepted'],
    ['RE', 'AP', 'rejected'],
  ] as const) {
    const world = await worldOf(t)
    const invoice = world.submission()
    const upload = await world.uploaded(invoice)
    for (const code of [first, second]) await world.accessPoint.levelStatus(instanceOf(upload), { code })
    t.match(await world.poll(invoice, upload), { kind: expected })
  }
})

t.test('what a buyer says, for people', async (t) => {
  const world = await worldOf(t)
  const invoice = world.submission()
  const id = instanceOf(await world.uploaded(invoice))
  const responseTo = async (response: Response) => {
    await world.accessPoint.respond(id, 'F-1', response)
    return world.gateway.responseIn?.(lastOf(world)) ?? null
  }
  const labels = {
    AB: /acknowledged/,
    IP: /process/,
    UQ: /query/,
    CA: /Conditionally/,
    RE: /Rejected/,
    AP: /^Accepted/,
    PD: /Paid/,
  }
  for (const [code, label] of Object.entries(labels))
    t.match(await responseTo({ code }), { code, label, reason: null, at: NOW })
  const described: Response = {
    code: 'UQ',
    description: 'Please call',
    reasons: [
      { list: 'OPStatusReason', code: 'PRI', text: 'line 2' },
      { list: '', code: 'CNP' },
      { list: 'OPStatusReason', code: 'ZZZ', text: 'new' },
    ],
  }
  t.match(await responseTo(described), {
    reason:
      'Please call\nOPStatusReason PRI: Prices incorrect; line 2\nOPStatusAction CNP: Credit partially\nOPStatusReason ZZZ; new',
  })
  await world.accessPoint.levelStatus(id, { code: 'AP' })
  t.equal(world.gateway.responseIn?.(lastOf(world)), null, 'a receipt')
  const message = lastOf(world)
  for (const bytes of ['', '{}', '<a/>', '<a'])
    t.equal(world.gateway.responseIn?.({ ...message, bytes: Buffer.from(bytes) }), null)
})

t.test('a number that is used again: what was said of the invoice before it is not said of this one', async (t) => {
  const world = await worldOf(t)
  const id = instanceOf(await world.uploaded(world.submission()))
  const { issueDate } = world.submission().invoice
  const said = async (response: { readonly issuedOn?: string }, created: Date): Promise<string | undefined> => {
    await world.accessPoint.respond(id, 'F-1', { code: 'RE' }, response)
    return world.gateway.responseIn?.(lastOf(world), { createdAt: created, issueDate })?.code
  }
  t.equal(await said({}, NOW), 'RE')
  t.equal(await said({ issuedOn: issueDate }, NOW), 'RE')
  t.equal(await said({ issuedOn: '2026-11-21' }, NOW), undefined, 'of another date')
  t.equal(await said({}, new Date(world.now().getTime() + 1)), undefined, 'older than the invoice')
  // A status names the transmission, which belongs to one sender.
  await world.accessPoint.levelStatus(id, { code: 'RE' })
  t.match(world.gateway.responseIn?.(lastOf(world), { createdAt: NOW, issueDate }), { code: 'MLS RE' })
})

t.test('what comes in at the door', async (t) => {
  const mailbox = new MemoryMailbox()
  const receive = (body: string, headers = {}) =>
    receiveBusinessDocument(
      { body: Buffer.from(body), contentType: 'application/xml; charset=UTF-8', headers },
      mailbox,
      NOW,
    )
  const json = (value: object) => ({ contentType: 'application/json', body: JSON.stringify(value) })
  const bare = (id: string, rest = '') =>
    `<ApplicationResponse><ID>${id}</ID>${rest}<SenderParty><EndpointID schemeID="0208">0202239951</EndpointID></SenderParty>` +
    '<ReceiverParty><EndpointID schemeID="0208">0403170701</EndpointID></ReceiverParty><DocumentResponse><Response>' +
    '<ResponseCode>re</ResponseCode></Response><DocumentReference><ID>REF</ID></DocumentReference></DocumentResponse></ApplicationResponse>'
  const uuid = 'AAAAAAAA-0000-4000-8000-000000000000'

  t.same(await receive(bare('1')), { status: 200, ...json({ received: true, repeated: false }) })
  t.same(await receive(bare('1', '<IssueDate>2026-11-22</IssueDate>')), {
    status: 200,
    ...json({ received: true, repeated: true }),
  })
  t.match(mailbox.messages.at(-1), {
    kind: 'IMR RE',
    references: [/^invoice [0-9a-f]{64}$/],
    mediaType: 'application/xml',
    scope: null,
  })
  await receive(bare('1').replace('REF', uuid))
  t.match(
    mailbox.messages.at(-1),
    { kind: 'MLS RE', references: [uuid.toLowerCase()] },
    'a status that claims nothing is known by its reference',
  )
  await receive(bare('1', '<CustomizationID>urn:fdc:peppol.eu:poacc:trns:mlr:3</CustomizationID>').replace('REF', uuid))
  t.match(mailbox.messages.at(-1), { kind: 'MLR RE' })

  const before = mailbox.messages.length
  for (const body of ['', 'hello', '<a', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'])
    t.match(await receive(body), {
      status: 400,
      contentType: 'application/json',
      body: /^\{"error":"not a business document/,
    })
  for (const body of ['<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>', '<Order/>'])
    t.match(await receive(body), { status: 200, body: /^\{"retry":"none","errorMessage":/ })
  t.equal(mailbox.messages.length, before)
  for (const message of mailbox.messages) {
    t.ok(message.messageId.length <= 200 && message.kind.length <= 50)
    t.ok(message.references.every((reference) => reference.length <= 200))
  }
})
