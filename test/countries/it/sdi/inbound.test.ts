import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import type { InboundAnswer } from '../../../../src/countries/gateway/inbound-door.js'
import { sdiDoor } from '../../../../src/countries/it/sdi/inbound.js'
import { responseIn } from '../../../../src/countries/it/sdi/response.js'
import { writeZip } from '../../../standins/anaf/zip-writer.js'
import { MemoryMailbox } from '../../../standins/memory/mailbox.js'
import { noticeCall, type NoticeKind } from '../../../standins/sdi/soap.js'
import { ARTEFACTS } from '../../../support/official-artefacts.js'

const NOW = new Date('2026-11-22T10:00:00.000Z')
const NS = 'http://www.fatturapa.gov.it/sdi/messaggi/v1.0'
const PRIVATE = 'http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fattura/messaggi/v1.0'

const notice = (
  root: string,
  content = '',
  namespace = PRIVATE,
  head = '<IdentificativoSdI>111</IdentificativoSdI><NomeFile>IT01234567890_11111.xml.p7m</NomeFile>',
) => `<?xml version="1.0"?><n:${root} xmlns:n="${namespace}" versione="1.0">${head}${content}</n:${root}>`

interface Call {
  readonly body: Uint8Array
  readonly headers: Readonly<Record<string, string>>
}

async function received(
  call: Call,
  mailbox = new MemoryMailbox(),
): Promise<{ answer: InboundAnswer; mailbox: MemoryMailbox }> {
  const contentType = call.headers['content-type'] ?? ''
  const answer = await sdiDoor.receive({ body: call.body, contentType, headers: call.headers }, mailbox, NOW)
  return { answer, mailbox }
}

const call = (kind: NoticeKind, xml: string | Buffer, name = `IT01234567890_11111_${kind}_001.xml`, id = '111') =>
  noticeCall(kind, id, name, Buffer.from(xml))

/** The same call without a package. */
function bare(element: string, xml: string, name: string): Call {
  const base64 = Buffer.from(xml).toString('base64').replace(/.{60}/g, '$&\n')
  return {
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '' },
    body: Buffer.from(
      `<S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body><${element} xmlns="http://www.fatturapa.gov.it/sdi/ws/trasmissione/v1.0/types"><IdentificativoSdI xmlns="">000111</IdentificativoSdI><NomeFile xmlns="">${name}</NomeFile><File xmlns="">${base64}</File></${element}></S:Body></S:Envelope>`,
    ),
  }
}

t.test('each operation, in either namespace, packed and bare', async (t) => {
  const table: readonly (readonly [NoticeKind, string, string])[] = [
    ['RC', 'ricevutaConsegna', notice('RicevutaConsegna')],
    ['RC', 'ricevutaConsegna', notice('RicevutaConsegna', '', NS)],
    ['NS', 'notificaScarto', notice('NotificaScarto', '', NS)],
    ['NS', 'notificaScarto', notice('RicevutaScarto')],
    ['MC', 'notificaMancataConsegna', notice('NotificaMancataConsegna', '', NS)],
    ['MC', 'notificaMancataConsegna', notice('RicevutaImpossibilitaRecapito')],
    ['MC', 'notificaMancataConsegna', notice('RicevutaImpossibultaRecapito')],
    ['NE', 'notificaEsito', notice('NotificaEsito', '<EsitoCommittente><Esito>EC01</Esito></EsitoCommittente>', NS)],
    ['DT', 'notificaDecorrenzaTermini', notice('NotificaDecorrenzaTermini', '', NS)],
    ['AT', 'attestazioneTrasmissioneFattura', notice('AttestazioneTrasmissioneFattura', '', NS)],
  ]
  for (const [kind, element, xml] of table) {
    for (const one of [call(kind, xml), bare(element, xml, `IT01234567890_11111_${kind}_001.xml`)]) {
      const { answer, mailbox } = await received(one)
      t.match(answer, { status: 200, contentType: /^text\/xml/ }, kind)
      t.equal(answer.body, '', 'one-way operations have no answer')
      t.match(mailbox.messages, [
        {
          channel: 'sdi',
          scope: null,
          kind,
          mediaType: 'application/xml',
          receivedAt: NOW,
          references: ['id 111', 'file IT01234567890_11111.xml'],
          messageId: new RegExp(`^IT01234567890_11111_${kind}_001.xml [0-9a-f]{64}$`),
        },
      ])
      t.same(Buffer.from(mailbox.messages[0]?.bytes ?? []), Buffer.from(xml), 'byte for byte')
    }
  }
})

t.test('an attestation in a ZIP with the invoice', async (t) => {
  const xml = notice('AttestazioneTrasmissioneFattura', '<HashFileOriginale>00</HashFileOriginale>', NS)
  const archive = writeZip([
    { name: 'IT01234567890_11111.xml.p7m', bytes: Buffer.from('MIME') },
    { name: 'IT01234567890_11111_AT_001.xml', bytes: Buffer.from(xml) },
  ])
  const { answer, mailbox } = await received(call('AT', archive, 'IT01234567890_11111_AT_001.zip'))
  t.equal(answer.status, 200)
  t.match(mailbox.messages, [
    { kind: 'AT', mediaType: 'application/zip', references: ['id 111', 'file IT01234567890_11111.xml'] },
  ])
  const without = writeZip([{ name: 'a.xml', bytes: Buffer.from(xml) }])
  t.match((await received(call('AT', without))).answer, { status: 500, body: /an archive without an attestation/ })
  t.match((await received(call('AT', archive.subarray(0, 100)))).answer, { status: 500, body: /an archive: / })
})

t.test('the same notification is kept once', async (t) => {
  const { mailbox } = await received(call('RC', notice('RicevutaConsegna')))
  t.match((await received(call('RC', notice('RicevutaConsegna')), mailbox)).answer, { status: 200 })
  t.equal(mailbox.messages.length, 1)
})

t.test('a mailbox that can not keep it lets SdI call again', async (t) => {
  const mailbox = new MemoryMailbox()
  mailbox.put = () => Promise.reject(new Error('no database'))
  await t.rejects(received(call('RC', notice('RicevutaConsegna')), mailbox), /no database/)
})

t.test('what is malformed is a fault of the caller, and is not kept', async (t) => {
  const RC = notice('RicevutaConsegna')
  const good = call('RC', RC)
  const changed = (from: string | RegExp, to: string): Call => ({
    headers: good.headers,
    body: Buffer.from(Buffer.from(good.body).toString('latin1').replace(from, to), 'latin1'),
  })
  const head = (id: string, name: string) => `<IdentificativoSdI>${id}</IdentificativoSdI><NomeFile>${name}</NomeFile>`
  const table: readonly (readonly [string, Call, RegExp])[] = [
    ['nothing', { body: Buffer.alloc(0), headers: {} }, /unreadable XML/],
    ['no XML', { body: Buffer.from('hello'), headers: { 'content-type': 'text/xml' } }, /unreadable XML/],
    ['a document type', bareBody('<!DOCTYPE a [<!ENTITY b "c">]><a/>'), /unreadable XML: doctype/],
    ['no envelope', bareBody('<a/>'), /no SOAP envelope/],
    ['no boundary', { ...good, headers: { 'content-type': 'multipart/related' } }, /without a boundary/],
    ['cut off', { ...good, body: good.body.subarray(0, good.body.length - 60) }, /a truncated package/],
    ['another part', changed(/href="cid:[^"]*"/, 'href="cid:x"'), /a part of the package is missing/],
    ['a broken reference', changed(/href="cid:[^"]*"/, 'href="cid:%"'), /unreadable reference to a part/],
    ['another operation', changed(/ricevutaConsegna/g, 'altraCosa'), /an operation that TrasmissioneFatture/],
    [
      'another action',
      {
        ...good,
        headers: { ...good.headers, soapaction: '"http://www.fatturapa.it/TrasmissioneFatture/NotificaScarto"' },
      },
      /SOAPAction/,
    ],
    ['no Base64', bare('ricevutaConsegna', RC, 'IT01234567890_11111_RC_001.xml'), /not Base64/],
    ['no notification', call('RC', '<a/>'), /not a notification/],
    ['XML in it that is none', call('RC', 'hello'), /unreadable XML/],
    ['a document type in it', call('RC', '<!DOCTYPE a><a/>'), /doctype/],
    ['another number', call('RC', RC, undefined, '112'), /IdentificativoSdI that is not/],
    ['another file', call('RC', RC, 'IT01234567890_11112_RC_001.xml'), /NomeFile that is not/],
    [
      'no number in it',
      call('RC', notice('RicevutaConsegna', '', NS, head('x', 'IT01234567890_11111.xml'))),
      /without IdentificativoSdI/,
    ],
    [
      'no name in it',
      call('RC', notice('RicevutaConsegna', '', NS, head('111', '../../etc/passwd'))),
      /without NomeFile/,
    ],
    ['an outcome without one', call('NE', notice('NotificaEsito', '', NS)), /without Esito/],
  ]
  for (const [what, one, expected] of table) {
    const sent =
      what === 'no Base64'
        ? { ...one, body: Buffer.from(Buffer.from(one.body).toString().replace('PD94', '!!!!')) }
        : one
    const { answer, mailbox } = await received(sent)
    t.match(answer, { status: 500, contentType: /^text\/xml/, body: /<faultcode>soapenv:Client<\/faultcode>/ }, what)
    t.match(answer.body, expected, what)
    t.same(mailbox.messages, [], what)
  }
})

function bareBody(xml: string): Call {
  return { headers: { 'content-type': 'text/xml' }, body: Buffer.from(xml) }
}

t.test('every message is answered', async (t) => {
  const good = call('RC', notice('RicevutaConsegna'))
  const anything = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.integer({ min: 0, max: good.body.length }).map((length) => good.body.subarray(0, length)),
    fc.tuple(fc.integer({ min: 0, max: good.body.length - 1 }), fc.integer({ min: 0, max: 255 })).map(([at, byte]) => {
      const copy = Buffer.from(good.body)
      copy[at] = byte
      return copy
    }),
  )
  await fc.assert(
    fc.asyncProperty(
      anything,
      fc.constantFrom(good.headers['content-type'] ?? '', 'text/xml', ''),
      async (body, type) => {
        const { answer, mailbox } = await received({ body, headers: { 'content-type': type } })
        t.equal(answer.status === 200, mailbox.messages.length === 1)
      },
    ),
    { numRuns: 500 },
  )
})

t.test('a late outcome is a response, receipts are none', async (t) => {
  const answerTo = async (kind: NoticeKind, xml: string) => {
    const [message] = (await received(call(kind, xml))).mailbox.messages
    return message === undefined ? undefined : responseIn(message)
  }
  const outcome = (code: string, reason = '') =>
    notice('NotificaEsito', `<EsitoCommittente><Esito>${code}</Esito>${reason}</EsitoCommittente>`, NS)
  t.same(await answerTo('NE', outcome('EC02', '<Descrizione>CIG errato\n non valido</Descrizione>')), {
    at: NOW,
    code: 'EC02',
    label: 'The administration refuses the invoice',
    reason: 'CIG errato non valido',
  })
  t.match(await answerTo('NE', outcome('EC01')), { code: 'EC01', reason: null })
  t.equal(await answerTo('RC', notice('RicevutaConsegna')), null)
  t.equal(await answerTo('DT', notice('NotificaDecorrenzaTermini', '', NS)), null)
})

t.test('the official examples', async (t) => {
  const folder = join(ARTEFACTS, '..', 'governments', 'data', 'it', 'samples')
  if (!existsSync(folder)) return t.comment('left out, as the official examples are not there')
  for (const name of readdirSync(folder)) {
    const kind = name.split('_')[2] as NoticeKind
    const isForUs = ['RC', 'NS', 'MC', 'NE', 'DT', 'AT'].includes(kind)
    const { answer, mailbox } = await received(call(isForUs ? kind : 'RC', readFileSync(join(folder, name)), name))
    t.equal(answer.status, isForUs ? 200 : 500, name)
    t.match(mailbox.messages, isForUs ? [{ kind, references: ['id 111', 'file IT01234567890_11111.xml'] }] : [])
  }
})
