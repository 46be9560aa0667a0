import t from 'tap'
import type { InvoiceRequest } from '../../../src/domain/invoice-request.js'
import type { Invoicing } from '../../../src/countries/country.js'
import type { Gateway, PollOutcome, Submission } from '../../../src/countries/gateway.js'
import { romania } from '../../../src/countries/ro/index.js'
import { memoryFileNumbers } from '../memory-file-numbers.js'
import { memoryLedger } from '../../simulators/memory-ledger.js'

const { simulator } = romania.invoicing as Invoicing

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

/** A government with a clock of its own, and one way to hand in and one to wait. */
function anaf(decisionSeconds = 10) {
  let now = new Date('2026-11-21T10:00:00.000Z')
  let attempts = 0
  const ledger = memoryLedger()
  const start = (): Gateway =>
    simulator.gateway(ledger, { decisionSeconds, now: () => now, fileNumbers: memoryFileNumbers() })
  let gateway = start()
  return {
    pass(seconds: number): void {
      now = new Date(now.getTime() + seconds * 1000)
    },
    /** Another process takes over. */
    restart(): void {
      gateway = start()
    },
    submission(change: Partial<InvoiceRequest> = {}, account = 'acc_1'): Submission {
      attempts += 1
      const scope = { account, environment: 'test' as const }
      const ids = { invoiceId: `inv_${attempts}`, attemptId: `attempt-${attempts}`, refusals: 0 }
      const circumstances = { createdAt: now, access: null }
      return {
        scope,
        ...ids,
        ...circumstances,
        invoice: { ...invoice, ...change },
        xml: new TextEncoder().encode('<Invoice/>'),
      }
    },
    submit: (submission: Submission) => gateway.submit(submission),
    find: (submission: Submission) => gateway.find(submission),
    poll: (submission: Submission, uploadId: string) => gateway.poll(submission, uploadId, now),
  }
}

type Anaf = ReturnType<typeof anaf>

async function uploaded(government: Anaf, submission: Submission): Promise<string> {
  const outcome = await government.submit(submission)
  if (outcome.kind !== 'submitted') throw new Error(`not submitted: ${JSON.stringify(outcome)}`)
  return outcome.uploadId
}

async function decided(government: Anaf, submission: Submission): Promise<PollOutcome> {
  const uploadId = await uploaded(government, submission)
  government.pass(10)
  return government.poll(submission, uploadId)
}

function text(outcome: PollOutcome): string {
  const document = outcome.kind === 'accepted' ? outcome.receipt : outcome.kind === 'rejected' ? outcome.document : null
  return new TextDecoder().decode(document?.bytes)
}

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
  t.match(text(decision), /stare="ok" id_descarcare="30\d{8}"/)
})

t.test('any process gives the same decision', async (t) => {
  const government = anaf()
  const submission = government.submission()
  const uploadId = await uploaded(government, submission)
  government.pass(10)
  const first = await government.poll(submission, uploadId)
  government.restart()
  t.same(await government.poll(submission, uploadId), first)
})

t.test('an attempt whose outcome is unknown can be looked up, and sending it again changes nothing', async (t) => {
  const government = anaf()
  const submission = government.submission()
  t.same(await government.find(submission), { kind: 'unknown' })
  const uploadId = await uploaded(government, submission)
  t.match(await government.find(submission), { kind: 'known', uploadId })
  t.equal(await uploaded(government, submission), uploadId)
  government.pass(10)
  t.match(await government.poll(submission, uploadId), { kind: 'accepted' })
})

t.test(
  'a number that the supplier has used is rejected, and that of a rejected invoice may be used again',
  async (t) => {
    const government = anaf()
    t.match(await decided(government, government.submission()), { kind: 'accepted' })
    const duplicate = await decided(government, government.submission())
    t.match(duplicate, { kind: 'rejected', errorMessage: 'Factura duplicata' })
    t.match(text(duplicate), '<Error errorMessage="Factura duplicata"/>')
    t.match(
      await decided(government, government.submission({}, 'acc_2')),
      { kind: 'accepted' },
      'another account has its own government',
    )
    t.match(
      await decided(government, government.submission({ supplier: { vatNumber: 'RO12', name: 'x' } })),
      { kind: 'accepted' },
      'so has another supplier',
    )
    const rejected = { number: 'F-2', externalId: 'SIM-REJECT-CUI' }
    t.match(await decided(government, government.submission(rejected)), { kind: 'rejected' })
    t.match(
      await decided(government, government.submission({ number: 'F-2' })),
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
      await decided(inId, inId.submission({ externalId })),
      { kind: 'rejected', errorMessage },
      `external id ${externalId}`,
    )
    const inName = anaf()
    const customer = { vatNumber: 'RO12', name: `Buyer ${externalId}` }
    t.match(
      await decided(inName, inName.submission({ customer })),
      { kind: 'rejected', errorMessage },
      `customer ${externalId}`,
    )
  }
  const byRule = anaf()
  const outcome = await decided(byRule, byRule.submission({ externalId: 'SIM-REJECT-BR-RO-110' }))
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
  t.match(await decided(government, submission), { kind: 'accepted' })
})

t.test('SIM-SLOW delays the decision, and goes together with a rejection', async (t) => {
  const government = anaf()
  const submission = government.submission({
    externalId: 'SIM-SLOW-100',
    customer: { vatNumber: 'RO12', name: 'SIM-REJECT-CAEN' },
  })
  const uploadId = await uploaded(government, submission)
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
