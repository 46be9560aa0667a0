import t from 'tap'
import { type Sentences, sentenceOf } from '../../src/audit/sentences.js'
import type { CompanyEvent } from '../../src/domain/company.js'
import type { StreamEvent } from '../../src/domain/event.js'

function happened(stream: string, type: string, data: Readonly<Record<string, unknown>> = {}): StreamEvent {
  return { stream, type, data } as unknown as StreamEvent
}

t.test('an event that a table forgets is a type error', (t) => {
  // @ts-expect-error CompanyAmended is missing
  const forgetful: Sentences<CompanyEvent> = { CompanyCreated: () => '', CompanyDeactivated: () => '' }
  t.ok(forgetful)
  t.end()
})

t.test('each step of the report of a payment is a sentence', (t) => {
  const paymentId = 'p1'
  const amounts = [
    { vatRate: '20', amount: '600.00' },
    { vatRate: '5.5', amount: '105.50' },
  ]
  for (const [type, data, sentence] of [
    [
      'PaymentReportRequested',
      { paidOn: '2026-03-30', amounts },
      'The client reported that 600.00 at 20 % and 105.50 at 5.5 % were paid on 2026-03-30 (payment p1).',
    ],
    ['PaymentReported', { reportId: 'r1' }, 'The government accepted the report of payment p1 under r1.'],
    ['PaymentReportRefused', { errorMessage: '501' }, 'The government refused the report of payment p1: “501”.'],
  ] as const) {
    t.equal(sentenceOf(happened('testInvoice-inv_1', type, { paymentId, ...data })), sentence)
  }
  t.end()
})

t.test('a final invoice and the advance that it settles name each other', (t) => {
  const advances = [{ invoiceId: 'inv_2', number: 'A-1' }]
  const validated = { rulesChecked: 7, format: 'UBL', advances, warnings: ['Look.'] }
  t.equal(
    sentenceOf(happened('testInvoice-inv_1', 'InvoiceValidated', validated)),
    'It passed 7 rules; its format is UBL. It settles the advance A-1 (inv_2). Look.',
  )
  t.equal(
    sentenceOf(happened('testInvoice-inv_2', 'FinalInvoiceIssued', { invoiceId: 'inv_1', number: 'F-1' })),
    'The final invoice F-1 (inv_1) settles it.',
  )
  t.end()
})

t.test('an event is a sentence, and one that the program does not know its name', (t) => {
  const amended = happened('testCompany-comp_1', 'CompanyAmended', { name: 'A', vatNumber: 'B' })
  t.equal(sentenceOf(amended), 'The company was changed: name, vatNumber.')
  const defaults = happened('testCompany-comp_1', 'CompanyDefaultsSet', { defaults: { notes: [], taxRegime: 'RF19' } })
  t.equal(sentenceOf(defaults), 'The defaults of its invoices were set: notes, taxRegime.')
  const removed = happened('testCompany-comp_1', 'CompanyDefaultsRemoved')
  t.equal(sentenceOf(removed), 'The defaults of its invoices were removed.')
  const logo = { sha256: 'a'.repeat(64), size: 812, mediaType: 'image/png' }
  for (const [letterhead, parts] of [
    [{ logo, accentColor: '#0b5c4a' }, 'a logo (image/png, 812 bytes) and the colour #0b5c4a'],
    [{ accentColor: '#0b5c4a' }, 'the colour #0b5c4a'],
  ] as const)
    t.equal(
      sentenceOf(happened('testCompany-comp_1', 'CompanyLogoSet', { letterhead })),
      `The pages of its later invoices have ${parts}.`,
    )
  t.equal(
    sentenceOf(happened('testCompany-comp_1', 'CompanyLogoRemoved')),
    'The pages of its later invoices have neither logo nor colour of their own.',
  )
  const numbering = { pattern: 'R-{0}', creditNotePattern: 'G-{0}' }
  const numbered = happened('testCompany-comp_1', 'CompanyNumberingSet', { numbering })
  t.equal(sentenceOf(numbered), 'Its invoices get numbers of the series R-{0}, its credit notes of G-{0}.')
  const unnumbered = happened('testCompany-comp_1', 'CompanyNumberingRemoved')
  t.equal(sentenceOf(unnumbered), 'Its invoices get no numbers of a series any more.')
  const number = { number: 'R-7', invoiceId: 'inv_1', companyId: 'comp_1' }
  t.equal(
    sentenceOf(happened('testNumbering-comp_1-x', 'NumberAssigned', number)),
    'The number R-7 was assigned to the invoice inv_1 of the company comp_1.',
  )
  t.equal(
    sentenceOf(happened('liveNumbering-comp_1-x', 'NumberVoided', number)),
    'The number R-7 is void: its invoice inv_1 was lost in a restore before it was created.',
  )
  for (const stream of ['testInvoice-inv_1', 'liveDelivery-dlv_1', 'testWebhook-wh_1', 'account-acc_1'])
    for (const type of ['CompanyTeleported', 'constructor', 'toString'])
      t.equal(sentenceOf(happened(stream, type)), `${type} happened.`)
  t.end()
})
