import t from 'tap'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import { romania } from '../../../src/countries/ro/index.js'
import { type Simulated, simulated, textOf } from '../simulated.js'

const invoice: InvoiceRequest = {
  country: 'RO',
  invoiceType: 'invoice',
  number: 'F-1',
  supplier: { vatNumber: 'RO18547290', name: 'Seller' },
  customer: { vatNumber: 'RO9010105', name: 'Buyer & <Sons>' },
  lines: [],
  currency: 'RON',
  issueDate: '2026-11-21',
}

const anaf = (): Simulated => simulated(romania, { sample: invoice })

t.test('an invoice is accepted after ten seconds, with an index like those of ANAF', async (t) => {
  const government = anaf()
  const submission = government.submission()
  const outcome = await government.submit(submission)
  t.match(outcome, {
    kind: 'submitted',
    uploadId: /^50\d{8}$/,
    govEndpoint: 'https://api.anaf.ro/test/FCTEL/rest/upload?standard=UBL&cif=18547290',
  })
  const uploadId = outcome.kind === 'submitted' ? outcome.uploadId : ''
  t.same(await government.poll(submission, uploadId), { kind: 'pending', retryAfterSeconds: 10 })
  government.pass(9.5)
  t.same(await government.poll(submission, uploadId), { kind: 'pending', retryAfterSeconds: 1 })
  government.pass(0.5)
  const decision = await government.poll(submission, uploadId)
  t.match(decision, {
    kind: 'accepted',
    govId: uploadId,
    govMessage: `Factura cu id_incarcare=${uploadId} emisa de cif_emitent=18547290 pentru cif_beneficiar=9010105`,
  })
  t.match(textOf(decision), /stare="ok" id_descarcare="30\d{8}"/)
})

t.test('any process gives the same decision', async (t) => {
  const government = anaf()
  const submission = government.submission()
  const uploadId = await government.submitted(submission)
  government.pass(10)
  const first = await government.poll(submission, uploadId)
  government.restart()
  t.same(await government.poll(submission, uploadId), first)
})

t.test('an attempt whose outcome is unknown can be looked up, and sending it again changes nothing', async (t) => {
  const government = anaf()
  const submission = government.submission()
  t.same(await government.find(submission), { kind: 'unknown' })
  const uploadId = await government.submitted(submission)
  t.match(await government.find(submission), { kind: 'known', uploadId })
  t.equal(await government.submitted(submission), uploadId)
  government.pass(10)
  t.match(await government.poll(submission, uploadId), { kind: 'accepted' })
})

t.test(
  'a number that the supplier has used is rejected, and that of a rejected invoice may be used again',
  async (t) => {
    const government = anaf()
    t.match(await government.decisionOn(government.submission()), { kind: 'accepted' })
    const duplicate = await government.decisionOn(government.submission())
    t.match(duplicate, { kind: 'rejected', errorMessage: 'Factura duplicata' })
    t.match(textOf(duplicate), '<Error errorMessage="Factura duplicata"/>')
    t.match(
      await government.decisionOn(government.submission({}, 'acc_2')),
      { kind: 'accepted' },
      'another account has its own government',
    )
    t.match(
      await government.decisionOn(government.submission({ supplier: { vatNumber: 'RO12', name: 'x' } })),
      { kind: 'accepted' },
      'so has another supplier',
    )
    const rejected = { number: 'F-2', externalId: 'SIM-REJECT-CUI' }
    t.match(await government.decisionOn(government.submission(rejected)), { kind: 'rejected' })
    t.match(
      await government.decisionOn(government.submission({ number: 'F-2' })),
      { kind: 'accepted' },
      'corrected under the same number',
    )
  },
)

t.test('SIM-REJECT picks the rejection', async (t) => {
  const cases = [
    ['SIM-REJECT-CUI', 'CUI invalid'],
    ['SIM-REJECT-SCHEMA', 'XML invalid conform schemei'],
    ['SIM-REJECT-DUPLICATE', 'Factura duplicata'],
    ['SIM-REJECT-CERTIFICATE', 'Certificat digital expirat'],
    ['SIM-REJECT-CAEN', 'Cod CAEN invalid'],
    ['SIM-REJECT-ADDRESS', 'Adresa fiscala incompleta'],
    ['SIM-REJECT-VAT-RATE', 'Cota TVA invalida'],
    ['order 7 SIM-REJECT-VAT-RATE-2026-0007', 'Cota TVA invalida'],
    ['SIM-REJECT-CUI 7', 'CUI invalid'],
    ['SIM-REJECT-STATE-XML', 'XML cu erori nepreluat de sistem'],
    ['SIM-REJECT-NONSENSE', 'SIM-REJECT-NONSENSE'],
  ] as const
  for (const [externalId, errorMessage] of cases) {
    const inId = anaf()
    t.match(
      await inId.decisionOn(inId.submission({ externalId })),
      { kind: 'rejected', errorMessage },
      `external id ${externalId}`,
    )
    const inName = anaf()
    const customer = { vatNumber: 'RO12', name: `Buyer ${externalId}` }
    t.match(
      await inName.decisionOn(inName.submission({ customer })),
      { kind: 'rejected', errorMessage },
      `customer ${externalId}`,
    )
  }
  const byRule = anaf()
  const outcome = await byRule.decisionOn(byRule.submission({ externalId: 'SIM-REJECT-BR-RO-110' }))
  t.match(outcome, { kind: 'rejected', errorMessage: /^E: validari globale {2}SCHEMATRON {3}eroare: \[BR-RO-110\]-/ })
})

t.test('SIM-OUTAGE makes ANAF unreachable from the first try for as long as it says', async (t) => {
  const government = anaf()
  const submission = government.submission({ externalId: 'SIM-OUTAGE-20' })
  t.match(await government.submit(submission), { kind: 'unavailable', retryAfterSeconds: 20 })
  t.match(await government.find(submission), { kind: 'unavailable' })
  t.match(
    await government.submit(government.submission({ number: 'F-9' })),
    { kind: 'submitted' },
    'for this invoice alone',
  )
  government.pass(19)
  t.match(await government.submit(submission), { kind: 'unavailable', retryAfterSeconds: 1 })
  government.pass(1)
  t.match(await government.decisionOn(submission), { kind: 'accepted' })
})

t.test('SIM-SLOW delays the decision, and goes together with a rejection', async (t) => {
  const government = anaf()
  const submission = government.submission({
    externalId: 'SIM-SLOW-100',
    customer: { vatNumber: 'RO12', name: 'SIM-REJECT-CAEN' },
  })
  const uploadId = await government.submitted(submission)
  government.pass(60)
  t.same(await government.poll(submission, uploadId), { kind: 'pending', retryAfterSeconds: 30 })
  government.pass(45)
  t.same(await government.poll(submission, uploadId), { kind: 'pending', retryAfterSeconds: 5 })
  government.pass(5)
  t.match(await government.poll(submission, uploadId), { kind: 'rejected', errorMessage: 'Cod CAEN invalid' })
})

t.test('an upload that ANAF does not know is no crash', async (t) => {
  const government = anaf()
  for (const uploadId of ['5000000099', '17', 'nonsense', ''])
    t.match(await government.poll(government.submission(), uploadId), {
      kind: 'rejected',
      errorMessage: `Nu exista factura cu id_incarcare= ${uploadId}`,
    })
})
