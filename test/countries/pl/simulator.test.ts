import { createHash } from 'node:crypto'
import t from 'tap'
import type { Invoicing } from '../../../src/countries/country.js'
import { poland } from '../../../src/countries/pl/index.js'
import { checked, crc8, ksefNumber } from '../../../src/countries/pl/ksef-number.js'
import { POLISH_REJECTIONS } from '../../../src/countries/pl/rejections.js'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import { isWordedAs } from '../rejections/worded.js'
import { type Simulated, simulated, textOf } from '../simulated.js'
import { officialSchema, UPO_XSD } from './official-schema.js'

const { simulator, explain } = poland.invoicing as Invoicing

const invoice: InvoiceRequest = {
  country: 'PL',
  invoiceType: 'invoice',
  number: 'FV/1/2026',
  supplier: { vatNumber: 'PL5213891244', name: 'Sprzedawca & <Synowie>' },
  customer: { vatNumber: 'PL7831643201', name: 'Nabywca' },
  lines: [],
  currency: 'PLN',
  issueDate: '2026-11-21',
}
const XML = '<Faktura/>'

const ksef = (): Simulated => simulated(poland, { sample: invoice, now: '2026-11-21T23:30:00.000Z', xml: XML })

t.test('numbers of KSeF end in the checksum that its own examples have', (t) => {
  const examples = [
    '5265877635-20250626-010080DD2B5E-26',
    '5555555555-20250828-010080615740-E4',
    '20250626-SO-2F14610000-242991F8C9-B4',
    '20250625-EE-319D7EE000-B67F415CDC-2C',
  ]
  for (const example of examples) t.equal(checked(example.slice(0, -3)), example)
  t.equal(crc8(''), 0)
  t.equal(ksefNumber('5265877635', '2025-06-26', 0x010080dd2b5en), examples[0])
  t.end()
})

t.test('an invoice is accepted with a number of KSeF and a receipt by the official schema', async (t) => {
  const government = ksef()
  const submission = government.submission()
  const outcome = await government.submit(submission)
  const uploadId = outcome.kind === 'submitted' ? outcome.uploadId : ''
  const form = /^20\d{6}-SO-[0-9A-F]{10}-[0-9A-F]{10}-[0-9A-F]{2}\/20\d{6}-EE-[0-9A-F]{10}-[0-9A-F]{10}-[0-9A-F]{2}$/
  t.match(uploadId, form)
  for (const each of uploadId.split('/')) t.equal(checked(each.slice(0, -3)), each, 'with the checksum of KSeF')
  t.match(await government.poll(submission, uploadId), { kind: 'pending', retryAfterSeconds: 10 })
  government.pass(10)
  const decision = await government.poll(submission, uploadId)
  // Half past eleven in London is the next day in Warsaw.
  t.match(decision, { kind: 'accepted', govId: /^5213891244-20261122-[0-9A-F]{12}-[0-9A-F]{2}$/ })
  const govId = decision.kind === 'accepted' ? decision.govId : ''
  t.equal(checked(govId.slice(0, -3)), govId)
  const receipt = textOf(decision)
  t.match(receipt, `<NumerKSeFDokumentu>${govId}</NumerKSeFDokumentu>`)
  t.match(receipt, `<SkrotDokumentu>${createHash('sha256').update(XML).digest('base64')}</SkrotDokumentu>`)
  t.match(receipt, `<NumerReferencyjnySesji>${uploadId.split('/')[0]}</NumerReferencyjnySesji>`)
  const schema = officialSchema(t, UPO_XSD)
  if (schema !== null) t.same(schema(receipt), [])
  t.match(await government.poll(submission, uploadId), { kind: 'accepted', govId }, 'each time')
})

t.test('a number is taken once by a seller, an invoice and a correction apart', async (t) => {
  const government = ksef()
  const first = await government.decided()
  const govId = first.kind === 'accepted' ? first.govId : ''
  government.pass(86_400)
  const second = await government.decided()
  t.match(second, {
    kind: 'rejected',
    errorMessage:
      /^440: Duplikat faktury; Duplikat faktury\. Faktura o numerze KSeF: .* została już prawidłowo przesłana do systemu w sesji: 20260201-SO-/,
  })
  const status = JSON.parse(textOf(second)) as { invoiceNumber: string; status: Record<string, unknown> }
  t.match(status, {
    invoiceNumber: 'FV/1/2026',
    status: { code: 440, description: 'Duplikat faktury', extensions: { originalKsefNumber: govId } },
  })
  t.match(explain(second.kind === 'rejected' ? second.errorMessage : ''), { errorTranslated: new RegExp(govId) })
  t.match(await government.decided({ invoiceType: 'credit_note' }), { kind: 'accepted' }, 'RodzajFaktury is another')
  t.match(await government.decided({ invoiceType: 'debit_note' }), { kind: 'rejected' }, 'both are corrections')
  t.match(
    await government.decided({}, { account: 'acc_2' }),
    { kind: 'accepted' },
    'another account has its own government',
  )
  const other = { vatNumber: 'PL7010938562', name: 'Inny' }
  t.match(await government.decided({ supplier: other }), { kind: 'accepted' }, 'so has another seller')
})

t.test('the number of a rejected invoice may be used again', async (t) => {
  const government = ksef()
  t.match(await government.decided({ externalId: 'SIM-REJECT-INV-450' }), { kind: 'rejected' })
  t.match(await government.decided(), { kind: 'accepted' })
})

t.test('SIM-REJECT knows every code of the catalogue', async (t) => {
  const government = ksef()
  for (const rejection of POLISH_REJECTIONS.rejections) {
    const { code, rawText } = rejection
    const outcome = await government.decided({ number: code, externalId: `SIM-REJECT-${code.replaceAll(':', '-')}` })
    const expected = POLISH_REJECTIONS.rejectionText(code)
    t.ok(outcome.kind === 'rejected' && isWordedAs(rejection, outcome.errorMessage), code)
    t.ok(expected === rawText || POLISH_REJECTIONS.rejections.filter((each) => each.code === code).length > 1)
    t.type((JSON.parse(textOf(outcome)) as { status: { code: unknown } }).status.code, 'number')
  }
  t.match(await government.decided({ externalId: 'SIM-REJECT-450', number: 'by status' }), {
    kind: 'rejected',
    errorMessage: POLISH_REJECTIONS.rejectionText('INV-450'),
  })
  t.match(await government.decided({ externalId: 'SIM-REJECT-NONSENSE', number: 'n' }), {
    kind: 'rejected',
    errorMessage: 'SIM-REJECT-NONSENSE',
  })
  for (const code of simulator.offeredCodes) t.type(simulator.rejectionText(code), 'string', code)
})

t.test('a lost answer is looked up, and sending again changes nothing', async (t) => {
  const government = ksef()
  const submission = government.submission()
  t.same(await government.find(submission), { kind: 'unknown' })
  const uploadId = await government.submitted(submission)
  t.match(await government.find(submission), { kind: 'known', uploadId })
  t.equal(await government.submitted(submission), uploadId)
})

t.test('an upload that KSeF does not know is no crash', async (t) => {
  const government = ksef()
  const known = await government.submitted(government.submission())
  const altered = known.replace(/-[0-9A-F]{2}\//, '-00/')
  for (const uploadId of ['', '17', altered, '20260201-SO-C1EA57A700-00000000FF-00/x'])
    t.match(await government.poll(government.submission(), uploadId), {
      kind: 'rejected',
      errorMessage: `21173: Brak sesji o wskazanym numerze referencyjnym.; Sesja o numerze referencyjnym ${uploadId} nie została znaleziona.`,
    })
})
