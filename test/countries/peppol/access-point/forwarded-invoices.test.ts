import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { type Arrival, NO_RECEPTION, type Reception } from '../../../../src/countries/gateway/reception.js'
import { receiveBusinessDocument } from '../../../../src/countries/peppol/access-point/inbound.js'
import type { ReceivingCompany } from '../../../../src/domain/receiving.js'
import { inEnvelope } from '../../../standins/access-point/envelope.js'
import { MemoryMailbox } from '../../../standins/memory/mailbox.js'
import { ARTEFACTS, hasArtefacts } from '../../../support/official-artefacts.js'

const NOW = new Date('2026-11-27T10:00:00.000Z')
const SUPPLIER = 'iso6523-actorid-upis::0208:0202239951'
const BUYER = 'iso6523-actorid-upis::0208:0403170701'
const company: ReceivingCompany = {
  id: 'comp_1',
  scope: { account: 'acc_1', environment: 'production' },
  country: 'BE',
  numbers: ['BE0403170701'],
}
const INVOICE = '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"><ID>1 €</ID></Invoice>'

function doorOf() {
  const taken: Arrival[] = []
  const mailbox = new MemoryMailbox()
  const reception: Reception = {
    ...NO_RECEPTION,
    participant: (peppolId) => Promise.resolve(peppolId === '0208:0403170701' ? company : null),
    take: (arrival) => {
      taken.push(arrival)
      return Promise.resolve('stored')
    },
  }
  const forward = async (body: string | Uint8Array, instanceId?: string) => {
    const headers = { 'x-sbdh-instance-id': instanceId }
    const request = { body: Buffer.from(body), contentType: 'application/xml', headers }
    const answer = await receiveBusinessDocument(request, mailbox, NOW, undefined, reception)
    return { status: answer.status, said: JSON.parse(answer.body) as Record<string, unknown> }
  }
  return { forward, taken, mailbox }
}

const between = { sender: SUPPLIER, receiver: BUYER }
const textOf = (arrival: Arrival | undefined): string => Buffer.from(arrival?.bytes ?? []).toString()

t.test('an invoice goes to the company that is its receiver, byte for byte', async (t) => {
  const { forward, taken, mailbox } = doorOf()
  const whole = inEnvelope({ ...between, instanceId: 'instance-1' }, INVOICE)
  t.same(await forward(whole), { status: 200, said: { countryCodeC4: 'BE' } })
  t.match(taken, [
    {
      company,
      country: 'BE',
      channel: 'peppol',
      govId: 'instance-1',
      identity: createHash('sha256').update(INVOICE).digest('hex'),
      sender: SUPPLIER,
      arrivedAt: NOW,
      files: [{ kind: 'original', mediaType: 'application/xml' }],
    },
  ])
  t.equal(textOf(taken[0]), INVOICE)
  t.same(Buffer.from(taken[0]?.files[0]?.bytes ?? []).toString(), whole)
  t.equal(mailbox.messages.length, 0)
})

t.test('however the envelope is written', async (t) => {
  const { forward, taken } = doorOf()
  const last = (): string => textOf(taken.at(-1))
  await forward(inEnvelope(between, INVOICE).replaceAll('\n', '\r\n'))
  t.equal(last(), INVOICE, 'line ends of Windows')
  await forward(inEnvelope(between, `<!-- </Invoice> -->${INVOICE}<!-- a remark -->`))
  t.match(last(), INVOICE, 'comments beside it')
  await forward(
    inEnvelope(
      { ...between, declarations: ' xmlns:i="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"' },
      '<i:Invoice a="x"/>',
    ),
  )
  t.equal(
    last(),
    '<i:Invoice xmlns:i="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" a="x"/>',
    'a prefix that only the envelope declares',
  )
  const wide = inEnvelope(between, INVOICE).replace('UTF-8', 'UTF-16')
  await forward(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(wide, 'utf16le')]))
  t.equal(last(), INVOICE, 'UTF-16')
  const number = inEnvelope({ ...between, instanceId: '' }, INVOICE)
  await forward(number, 'of-the-header')
  t.equal(taken.at(-1)?.govId, 'of-the-header')
  await forward(number)
  t.equal(taken.at(-1)?.govId, null)
})

t.test('a document that is too large to be read is taken all the same', async (t) => {
  const { forward, taken } = doorOf()
  const large = INVOICE.replace('1 €', 'x'.repeat(13 * 1024 * 1024))
  t.match(await forward(inEnvelope(between, large)), { status: 200, said: { countryCodeC4: 'BE' } })
  t.equal(textOf(taken[0]).trim(), large)
  t.match(await forward(large), { status: 400 }, 'it has no receiver')
})

t.test('what is for no company, and what is no invoice, is not tried again', async (t) => {
  const { forward, taken, mailbox } = doorOf()
  const refused = { status: 200, said: { retry: 'none', errorMessage: String } }
  const stranger = { sender: SUPPLIER, receiver: 'iso6523-actorid-upis::0208:0000000097' }
  t.match(await forward(inEnvelope(stranger, INVOICE)), {
    status: 200,
    said: { retry: 'none', errorMessage: /No company receives here as .*0000000097/ },
  })
  t.match(await forward(inEnvelope(between, '<Order xmlns="urn:x"/>')), {
    status: 200,
    said: { retry: 'none', errorMessage: /'Order'/ },
  })
  t.match(await forward(inEnvelope(between, '')), refused)
  t.match(await forward(INVOICE), { status: 200, said: { errorMessage: /no envelope/ } })
  t.equal(taken.length + mailbox.messages.length, 0)
})

t.test('the official examples of each profile are taken as they are', async (t: Test) => {
  if (!hasArtefacts(t, 'the examples of Peppol and XRechnung')) return
  const { forward, taken } = doorOf()
  const examples = ['be/valid/base-example.xml', 'be/valid/base-creditnote-correction.xml']
  for (const path of examples) {
    const text = readFileSync(join(ARTEFACTS, 'examples', path), 'utf8')
    t.match(await forward(inEnvelope(between, text)), { said: { countryCodeC4: 'BE' } }, path)
    t.equal(textOf(taken.at(-1)), text.replace(/^\uFEFF?<\?xml[^>]*\?>\s*/, '').trimEnd(), path)
  }
})
