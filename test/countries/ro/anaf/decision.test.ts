import t from 'tap'
import { readZip } from '../../../../src/countries/gateway/zip.js'
import type { GovernmentDocument } from '../../../../src/countries/gateway/gateway.js'
import { archiveOf } from '../../../standins/anaf/register.js'
import { ubl, worldOf } from './world.js'

const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes)
const bytesOf = (document: GovernmentDocument | null): Buffer => Buffer.from(document?.bytes ?? [])

t.test('an invoice that ANAF accepts: its index, and the signed archive byte by byte', async (t) => {
  const { anaf, gateway, submission, poll, pass } = await worldOf(t)
  const invoice = submission()
  t.same(await gateway.find(invoice), { kind: 'unknown' })
  const outcome = await gateway.submit(invoice)
  t.match(outcome, {
    kind: 'submitted',
    uploadId: /^50[0-9]{8}$/,
    govEndpoint: `${anaf.address}/prod/FCTEL/rest/upload?standard=UBL&cif=18547290`,
  })
  const uploadId = outcome.kind === 'submitted' ? outcome.uploadId : ''
  t.same(text(anaf.received[0]?.bytes), text(invoice.xml), 'the body is the document, raw')
  t.same(await poll(invoice, uploadId), { kind: 'pending', retryAfterSeconds: 60 }, 'not asked before a minute')
  pass(60)
  const decision = await poll(invoice, uploadId)
  t.match(decision, { kind: 'accepted', govId: uploadId, receipt: { mediaType: 'application/zip' } })
  const receipt = bytesOf(decision.kind === 'accepted' ? decision.receipt : null)
  const [taken] = anaf.register.taken
  t.ok(taken !== undefined && receipt.equals(archiveOf(taken)))
  t.same(
    readZip(receipt).map(({ name }) => name),
    [`${uploadId}.xml`, `semnatura_${uploadId}.xml`],
  )
})

t.test('while ANAF is at it, it is asked less and less often', async (t) => {
  const { poll, submission, uploaded, pass, now, anaf } = await worldOf(t, { decisionSeconds: 1e9 })
  const invoice = submission()
  const uploadId = await uploaded(invoice)
  const asked: number[] = []
  for (let polls = 0; polls < 40; polls += 1) {
    const calls = anaf.calls.length
    const outcome = await poll(invoice, uploadId)
    if (anaf.calls.length > calls) asked.push((now().getTime() - invoice.createdAt.getTime()) / 60_000)
    pass(outcome.kind === 'pending' ? outcome.retryAfterSeconds : NaN)
  }
  t.same(asked.slice(0, 9), [1, 2, 4, 8, 15, 30, 60, 120, 180])
  t.same(
    asked.slice(28, 33),
    [23, 24, 27, 30, 33].map((hours) => hours * 60),
    'after a day every three hours',
  )
  t.equal(asked.length, 39)
})

t.test('a rejection has all texts of the error list, and its archive', async (t) => {
  const { anaf, decided, submission } = await worldOf(t)
  const texts = [
    'E: validari globale  SCHEMATRON   eroare: [BR-RO-110]-Daca Codul ţării este RO\t\n #If the country is "RO" & so on',
    'E: AccountingSupplierParty (1) eroare regula: R_BT_32_cui: Cui vanzator incorect / validare CUI (1234)',
  ]
  anaf.faults({ on: 'upload', does: { kind: 'reject', texts } })
  const decision = await decided(submission())
  t.match(decision, { kind: 'rejected', document: { mediaType: 'application/zip' } })
  const [first = '', second] = decision.kind === 'rejected' ? decision.errorMessage.split('\n') : []
  t.match(first, /^E: validari globale {2}SCHEMATRON {3}eroare: \[BR-RO-110\].*#If the country is "RO" & so on$/)
  t.equal(second, texts[1])
  const archive = bytesOf(decision.kind === 'rejected' ? decision.document : null)
  t.match(text(readZip(archive)[0]?.bytes), 'mesajEroriFactuta')
})

t.test('what the system did not take over is rejected, without a document', async (t) => {
  const { decided, submission } = await worldOf(t)
  t.same(await decided(submission({ xml: '<Invoice' })), {
    kind: 'rejected',
    errorMessage: 'XML cu erori nepreluat de sistem',
    document: null,
  })
})

t.test('the state is compared without regard to case', async (t) => {
  const { anaf, poll, pass, submission, uploaded } = await worldOf(t)
  const invoice = submission()
  const uploadId = await uploaded(invoice)
  pass(60)
  const answers: readonly (readonly [string, object])[] = [
    ['stare="In prelucrare"', { kind: 'pending' }],
    ['stare="OK" id_descarcare="3000000001"', { kind: 'accepted' }],
    ['stare=" ok " id_descarcare="3000000001"', { kind: 'accepted' }],
    ['stare="XML CU ERORI NEPRELUAT DE SISTEM"', { kind: 'rejected' }],
    ['stare="ok"', { kind: 'unavailable', concerns: 'invoice' }],
    ['stare="acceptata" id_descarcare="3000000001"', { kind: 'unavailable', concerns: 'invoice' }],
    ['', { kind: 'unavailable', concerns: 'invoice' }],
  ]
  for (const [attributes, expected] of answers) {
    anaf.faults({
      on: 'state',
      does: { kind: 'answer', status: 200, body: `<h:header xmlns:h="mfp:anaf:x" ${attributes}/>` },
    })
    t.match(await poll(invoice, uploadId), expected, attributes)
  }
})

t.test('the same document again, after ANAF has accepted it: the first decision is this one', async (t) => {
  const { anaf, decided, submission, poll, pass, uploaded } = await worldOf(t)
  const first = await decided(submission({ xml: ubl('F-9'), account: 'acc_1' }))
  const again = submission({ xml: ubl('F-9'), account: 'acc_2' })
  const uploadId = await uploaded(again)
  pass(60)
  const decision = await poll(again, uploadId)
  const [original] = anaf.register.taken
  t.match(decision, { kind: 'accepted', govId: original?.index })
  t.not(uploadId, original?.index)
  t.same(
    bytesOf(decision.kind === 'accepted' ? decision.receipt : null),
    bytesOf(first.kind === 'accepted' ? first.receipt : null),
  )
})

t.test('another document with the same number is rejected', async (t) => {
  const { anaf, decided, submission } = await worldOf(t)
  await decided(submission({ xml: ubl('F-9') }))
  const known = await decided(submission({ xml: ubl('F-9', 'Invoice', 'other words') }))
  t.match(known, { kind: 'rejected', errorMessage: /transmisa anterior cu index=5000000001/ })
  t.equal(anaf.calls.filter(({ call }) => call === 'download').length, 2, 'our own ledger knew the first document')
  const stranger = await decided(submission({ xml: ubl('F-9', 'Invoice', 'more words'), account: 'acc_2' }))
  t.match(stranger, {
    kind: 'rejected',
    errorMessage: /transmisa anterior/,
    document: { mediaType: 'application/zip' },
  })
})

t.test('a duplicate of what the company may not see, or of what has no effect, stays rejected', async (t) => {
  const { anaf, submission, decided } = await worldOf(t)
  const texts = ['Factura a mai fost transmisa anterior cu index=4999999999 si data incarcare=2026-11-01']
  anaf.faults({ on: 'upload', does: { kind: 'reject', texts } })
  t.match(await decided(submission()), { kind: 'rejected', errorMessage: texts[0] })
})

t.test('a decision is not lost while its archive can not be had', async (t) => {
  const world = await worldOf(t)
  const { anaf, submission, pass } = world
  const invoice = submission()
  const uploadId = await world.uploaded(invoice)
  pass(60)
  const poll = () => world.poll(invoice, uploadId)
  anaf.faults({ on: 'download', does: { kind: 'answer', status: 503 } })
  t.match(await poll(), { kind: 'unavailable', concerns: 'government' })
  anaf.faults({ on: 'download', does: { kind: 'text', text: 'Pentru id=21 nu exista inregistrata nici o factura' } })
  t.match(await poll(), { kind: 'unavailable', concerns: 'invoice' })
  anaf.faults({ on: 'download', does: { kind: 'answer', status: 200, body: 'PK\u0003\u0004 cut off' } })
  t.match(await poll(), { kind: 'unavailable', concerns: 'invoice', retryAfterSeconds: 60, longestSeconds: 3_600 })
  anaf.faults({
    on: 'download',
    does: { kind: 'text', text: 'S-au facut deja 10 descarcari de mesaj in cursul zilei' },
  })
  t.match(await poll(), { kind: 'exhausted', concerns: 'invoice', until: new Date('2026-11-22T22:00:00.000Z') })
  anaf.faults()
  t.match(await poll(), { kind: 'accepted' })
  pass(61 * 24 * 3600)
  const late = { ...invoice, access: submission().access }
  t.match(await world.poll(late, uploadId), { kind: 'accepted', receipt: null }, 'the archive is gone after 60 days')
})

t.test('an index that ANAF gave and does not know is no verdict', async (t) => {
  const { poll, pass, submission } = await worldOf(t)
  const invoice = submission()
  pass(4 * 60)
  t.match(await poll(invoice, '4999999999'), {
    kind: 'unavailable',
    concerns: 'invoice',
    reason: /Nu exista factura cu id_incarcare= 4999999999/,
    retryAfterSeconds: 240,
  })
})
