import t from 'tap'
import { PEPPOL_SELF_BILLING } from './specifications.js'
import { XRECHNUNG_ID } from '../../../../src/einvoice/rules/peppol/german-facts.js'
import { BUYER, type Change, instanceOf, SELLER, ubl, worldOf } from './world.js'

const MINUTE = 60
const HOUR = 3600
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'

t.test('what is sent to the access point with a document', async (t) => {
  const world = await worldOf(t)
  const documentType = (root: string, specification: string) =>
    `busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:${root}-2::${root}##${specification}::2.1`
  const process = 'cenbii-procid-ubl::urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'
  const selfBilled = {
    supplier: { vatNumber: 'BE0202239951', name: 'S' },
    customer: { vatNumber: 'BE0403170701', name: 'B' },
  }
  const table: readonly (readonly [string, Change, readonly string[]])[] = [
    ['an invoice', {}, [SELLER, BUYER, documentType('Invoice', BILLING), process, 'BE']],
    [
      'a credit note',
      { xml: ubl('C-1', 'CreditNote') },
      [SELLER, BUYER, documentType('CreditNote', BILLING), process, 'BE'],
    ],
    [
      'an XRechnung',
      { xml: ubl('F-1', 'Invoice', XRECHNUNG_ID) },
      [SELLER, BUYER, documentType('Invoice', XRECHNUNG_ID), process, 'BE'],
    ],
    [
      'a named participant, with characters that an address must not hold',
      { invoice: { customer: { vatNumber: 'BE0202239951', name: 'B', peppolId: '0088:a/b?c' } } },
      [SELLER, 'iso6523-actorid-upis::0088:a/b?c', documentType('Invoice', BILLING), process, 'BE'],
    ],
    [
      'self-billing: the connected company is the buyer and sends it to the seller',
      {
        invoice: selfBilled,
        xml: ubl('F-1', 'Invoice', PEPPOL_SELF_BILLING, 'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0'),
      },
      [
        SELLER,
        BUYER,
        documentType('Invoice', PEPPOL_SELF_BILLING),
        'cenbii-procid-ubl::urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0',
        'BE',
      ],
    ],
  ]
  for (const [what, change, expected] of table) {
    const upload = await world.uploaded(world.submission(change))
    const last = world.accessPoint.received.at(-1)
    t.same(last?.path, expected, what)
    t.match(last?.instanceId, UUID)
    t.equal(last?.instanceId, instanceOf(upload))
  }
})

t.test('delivered, and confirmed by a Message Level Status', async (t) => {
  for (const code of ['AP', 'AB'] as const) {
    const world = await worldOf(t)
    const invoice = world.submission()
    t.same(await world.gateway.find(invoice), { kind: 'unknown' })
    const outcome = await world.gateway.submit(invoice)
    t.match(outcome, { kind: 'submitted', govEndpoint: /\/api\/outbound\/submit\/iso6523-actorid-upis%3A%3A0208%3A/ })
    const upload = outcome.kind === 'submitted' ? outcome.uploadId : ''
    t.match(await world.poll(invoice, upload), { kind: 'pending' })
    t.match(await world.accessPoint.levelStatus(instanceOf(upload), { code }), { status: 200, isTaken: true })
    const accepted = await world.poll(invoice, upload)
    const messageId = world.accessPoint.deliveries[0]?.messageId
    t.match(messageId, /@phase4$/)
    t.match(accepted, { kind: 'accepted', govId: messageId, govMessage: new RegExp(`Message Level Status ${code}`) })
    t.match(new TextDecoder().decode(accepted.kind === 'accepted' ? accepted.receipt?.bytes : undefined), 'mls:1.0')
  }
})

t.test('delivered, and no Message Level Status: accepted after PEPPOL_MLS_HOURS', async (t) => {
  for (const [options, seconds] of [
    [{}, HOUR],
    [{ pace: 0.01 }, 36],
    [{ settings: { PEPPOL_MLS_HOURS: '0.5' } }, 30 * MINUTE],
    // What the operator says is meant as it is.
    [{ settings: { PEPPOL_MLS_HOURS: '0.001' }, pace: 0.01 }, 3.6],
    [{ settings: { PEPPOL_MLS_HOURS: '0' } }, 0],
  ] as const) {
    const world = await worldOf(t, options)
    const invoice = world.submission()
    const upload = await world.uploaded(invoice)
    let waited = 0
    for (let asked = 0; asked < 100; asked += 1) {
      const outcome = await world.poll(invoice, upload)
      if (outcome.kind !== 'pending') {
        t.match(outcome, { kind: 'accepted', govId: /@phase4$/, govMessage: /no Message Level Status/ })
        break
      }
      t.ok(outcome.retryAfterSeconds > 0)
      waited += outcome.retryAfterSeconds
      world.pass(outcome.retryAfterSeconds)
    }
    t.ok(waited >= seconds && waited < seconds + 1, `${waited} s of ${seconds} s`)
  }
})

t.test(
  'a Message Level Status that came before the answer to the submission, and one that is never forwarded',
  async (t) => {
    const world = await worldOf(t)
    const early = world.submission()
    world.accessPoint.faults({ on: 'submit', times: 1, does: { kind: 'lost' } })
    t.match(await world.gateway.submit(early), { kind: 'unavailable' })
    const id = world.accessPoint.transactions[0]?.instanceId ?? ''
    await world.accessPoint.levelStatus(id, { code: 'AP' })
    const found = await world.gateway.find(early)
    t.match(found, { kind: 'known', uploadId: id, govEndpoint: /\/submit\// })
    // The access point's status does not contain its AS4 message id.
    t.match(await world.poll(early, id), { kind: 'accepted', govId: id })

    const silent = await worldOf(t, { inbound: { url: 'http://127.0.0.1:9/peppol' } })
    for (const [code, expected] of [
      ['AP', { kind: 'accepted', govMessage: /Message Level Status AP/, receipt: { mediaType: 'application/json' } }],
      ['AB', { kind: 'accepted', govMessage: /Message Level Status AB/ }],
    ] as const) {
      const invoice = silent.submission()
      const upload = await silent.uploaded(invoice)
      t.match(await silent.accessPoint.levelStatus(instanceOf(upload), { code }), { isTaken: false })
      t.match(await silent.poll(invoice, upload), expected)
    }
    const invoice = silent.submission()
    const upload = await silent.uploaded(invoice)
    await silent.accessPoint.levelStatus(instanceOf(upload), { code: 'RE' })
    t.match(await silent.poll(invoice, upload), { kind: 'pending' }, 'the reasons may be on their way')
    silent.pass(MINUTE)
    t.match(await silent.poll(invoice, upload), { kind: 'rejected', errorMessage: 'Message Level Status RE' })
  },
)
