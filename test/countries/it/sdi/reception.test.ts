import t from 'tap'
import {
  type Arrival,
  NO_RECEPTION,
  type Reception,
  type UnclaimedDocument,
} from '../../../../src/countries/gateway/reception.js'
import { sdiReceptionDoor } from '../../../../src/countries/it/sdi/reception.js'
import { readSigner } from '../../../../src/countries/signing/signer.js'
import type { ReceivingCompany } from '../../../../src/domain/receiving.js'
import { MemoryMailbox } from '../../../standins/memory/mailbox.js'
import { type Delivery, deliveryCall, isTaken, metadataXml, termsCall } from '../../../standins/sdi/deliveries.js'
import { signedBySdi } from '../../../standins/sdi/signed.js'
import { signedFile } from '../../../support/cades.js'
import { selfSignedAround } from '../../../support/certificate.js'
import { signingFile } from '../../signing/signing-file.js'
import { fattura, fatture } from '../../../support/italian-files.js'

const NOW = new Date('2026-11-27T10:00:00.000Z')
const NAME = 'IT01879020517_00001.xml'

function company(id: string, ...numbers: string[]): ReceivingCompany {
  return { id, scope: { account: `acc of ${id}`, environment: 'production' }, country: 'IT', numbers }
}

function doorOf(...companies: ReceivingCompany[]) {
  const taken: Arrival[] = []
  const unclaimed: UnclaimedDocument[] = []
  const asked: (readonly string[])[] = []
  const mailbox = new MemoryMailbox()
  const reception: Reception = {
    ...NO_RECEPTION,
    numbered: (country, numbers) => {
      asked.push([country, ...numbers])
      return Promise.resolve(companies.filter((each) => each.numbers.some((number) => numbers.includes(number))))
    },
    take: (arrival) => {
      taken.push(arrival)
      return Promise.resolve('stored')
    },
    keepUnclaimed: (document) => {
      unclaimed.push(document)
      return Promise.resolve('stored')
    },
  }
  const call = async ({ headers, body }: ReturnType<typeof deliveryCall>) =>
    sdiReceptionDoor.receive(
      { body, contentType: headers['content-type'] ?? '', headers },
      mailbox,
      NOW,
      undefined,
      reception,
    )
  const deliver = (file: string | Buffer, given: Partial<Delivery> = {}, isInline = false) => {
    const { id = '17000000001', name = NAME } = given
    const metadata = metadataXml(id, name, 'FPR12')
    return call(deliveryCall({ id, name, bytes: Buffer.from(file), metadata, ...given }, isInline))
  }
  return { call, deliver, taken, unclaimed, asked, mailbox }
}

const buyer = company('comp_1', 'IT00743110157')

t.test('a file goes to the company that is its buyer, byte for byte, packed or inline', async (t) => {
  for (const isInline of [false, true]) {
    const { deliver, taken, unclaimed } = doorOf(buyer, company('comp_2', 'IT01879020517'))
    const answer = await deliver(fattura('1'), {}, isInline)
    t.ok(isTaken(answer), answer.body)
    t.match(answer, { status: 200, contentType: /^text\/xml/ })
    t.match(taken, [
      {
        company: { id: 'comp_1' },
        country: 'IT',
        channel: 'sdi',
        govId: '17000000001',
        identity: '17000000001',
        sender: 'IT01879020517',
        filename: NAME,
        parts: 1,
        arrivedAt: NOW,
        files: [{ kind: 'metadata', filename: 'IT01879020517_00001_MT_001.xml', mediaType: 'application/xml' }],
      },
    ])
    t.equal(Buffer.from(taken[0]?.bytes ?? []).toString(), fattura('1'))
    t.same(unclaimed, [])
  }
})

t.test('by the VAT number, else by the Codice Fiscale, of FatturaPA and simplified invoices', async (t) => {
  const world = doorOf(buyer, company('comp_3', 'RSSMRA80A01H501U'), company('comp_4', 'IT00743110157'))
  await world.deliver(fattura('1'))
  t.same(
    world.taken.map((each) => each.company.id),
    ['comp_1', 'comp_4'],
    'each company with the number',
  )
  await world.deliver(fattura('2', '52-simplified'))
  t.equal(world.taken.length, 4)
  const person = fattura('3').replace(
    /(<CessionarioCommittente>\s*<DatiAnagrafici>)[^]*?<\/IdFiscaleIVA>/,
    '$1<CodiceFiscale>rssmra80a01h501u</CodiceFiscale>',
  )
  await world.deliver(person)
  t.equal(world.taken.at(-1)?.company.id, 'comp_3')
  await world.deliver(person.replace('rssmra80a01h501u', '00743110157'))
  t.same(world.asked.at(-1), ['IT', '00743110157', 'IT00743110157'], "a firm's is that of its VAT")
  t.same(world.unclaimed, [])
})

t.test('for no company: answered and kept, shown to no one', async (t) => {
  const { deliver, taken, unclaimed } = doorOf(company('comp_2', 'IT01879020517'))
  for (const file of [fattura('1'), 'no invoice', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'])
    t.ok(isTaken(await deliver(file)), 'what can not be read has no receiver')
  t.equal(taken.length, 0)
  t.match(unclaimed[0], { channel: 'sdi', identity: '17000000001', arrivedAt: NOW })
  t.equal(unclaimed.length, 3)
})

t.test('signed files are opened, and the verdict is kept beside them', async (t) => {
  const certificate = selfSignedAround(NOW, 'fornitore.example')
  const { deliver, taken } = doorOf(buyer)
  const signed = signedFile(Buffer.from(fattura('1')), certificate)
  const verdict = (): unknown =>
    JSON.parse(
      Buffer.from(taken.at(-1)?.files.find(({ kind }) => kind === 'signature')?.bytes ?? []).toString() || 'null',
    )
  await deliver(signed, { name: `${NAME}.p7m` })
  t.match(taken[0], { filename: `${NAME}.p7m`, sender: 'IT01879020517' })
  t.same(taken[0]?.bytes, signed)
  t.match(verdict(), { signatures: [{ kind: 'CAdES', verdict: 'valid', signer: { subject: 'CN=clearway test' } }] })
  await deliver(Buffer.from(signed.toString('base64')), { name: `${NAME}.p7m` })
  t.match(verdict(), { signatures: [{ verdict: 'valid' }] })
  const changed = Buffer.from(signed)
  changed.write('Arezzp', changed.indexOf('Arezzo'))
  await deliver(changed)
  t.match(verdict(), { signatures: [{ kind: 'CAdES', verdict: 'invalid', reason: /changed/ }] })
  const signer = readSigner({ pkcs12: signingFile('rsa.p12'), passphrase: 'hasło1' })
  await deliver(signedBySdi(fattura('2'), signer))
  t.match(verdict(), { signatures: [{ kind: 'XAdES', verdict: 'valid', signer: { issuer: String } }] })
  await deliver(fattura('3'))
  t.equal(verdict(), null, 'an unsigned file has none')
})

t.test('several invoices in one file are counted', async (t) => {
  const { deliver, taken } = doorOf(buyer)
  await deliver(fatture(['1', '2', '3']))
  t.match(taken, [{ parts: 3, govId: '17000000001' }])
})

t.test('a notification of elapsed terms is kept in the mailbox, once', async (t) => {
  const { call, mailbox } = doorOf(buyer)
  for (let time = 0; time < 2; time += 1) {
    const answer = await call(termsCall('111', NAME))
    t.match(answer, { status: 200, body: '' })
  }
  t.match(mailbox.messages, [{ channel: 'sdi', scope: null, kind: 'DT', references: ['received 111'], decides: false }])
  t.equal(mailbox.messages.length, 1)
})

t.test('what is no such call gets a client fault', async (t) => {
  const { call, deliver, taken, unclaimed } = doorOf(buyer)
  const { headers, body } = deliveryCall({ id: '1', name: NAME, bytes: Buffer.from('x'), metadata: '' }, true)
  const text = body.toString()
  const table: readonly (readonly [string, string, string?])[] = [
    ['no SOAP', 'hello'],
    ['a page', '<html/>'],
    ['another operation', text.replaceAll('fileSdIConMetadati', 'ricevutaConsegna')],
    ['no number', text.replace('>1</IdentificativoSdI>', '>one</IdentificativoSdI>')],
    ['a long number', text.replace('>1</IdentificativoSdI>', '>1234567890123</IdentificativoSdI>')],
    ['no file', text.replace(/<File>.*<\/File>/, '')],
    ['an empty file', text.replace(/<File>.*<\/File>/, '<File/>')],
    ['no Base64', text.replace(/<File>.*<\/File>/, '<File>*</File>')],
    ['a lost part', text.replace(/<File>.*<\/File>/, '<File><Include href="cid:x"/></File>')],
    ['an entity', text.replace('<SOAP-ENV:Envelope', '<!DOCTYPE a [<!ENTITY b "c">]><SOAP-ENV:Envelope')],
    ['another action', text, '"http://www.fatturapa.it/RicezioneFatture/NotificaDecorrenzaTermini"'],
    ['a bomb', '<a>'.repeat(100_000)],
  ]
  for (const [name, changed, soapaction = headers['soapaction'] ?? ''] of table) {
    const answer = await call({ headers: { ...headers, soapaction }, body: Buffer.from(changed) })
    t.match(answer, { status: 500, body: /<faultcode>soapenv:Client<\/faultcode>/ }, name)
  }
  const terms = termsCall('111', NAME)
  const other = { ...terms, body: Buffer.from(terms.body.toString('latin1').replace('>111<', '>112<'), 'latin1') }
  t.match(await call(other), { status: 500 }, 'an envelope with another number than the notification')
  t.same([...taken, ...unclaimed], [])
  await deliver(fattura('1'), { name: '../../etc/passwd' })
  t.equal(taken[0]?.filename, undefined, 'a name in another form is no name')
})
