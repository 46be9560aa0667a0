import t from 'tap'
import type { PollOutcome } from '../../../src/countries/gateway/gateway.js'
import { france } from '../../../src/countries/fr/index.js'
import { FRENCH_REJECTIONS } from '../../../src/countries/fr/rejections.js'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import { oracleFor } from '../../support/oracle.js'
import { documentOf, type Simulated, simulated, textOf } from '../simulated.js'

const invoice: InvoiceRequest = {
  country: 'FR',
  invoiceType: 'invoice',
  number: 'F-1',
  supplier: { vatNumber: 'FR82812473155', name: 'Vendeur & <Fils>' },
  customer: { vatNumber: 'FR43394728612', name: 'Acheteur' },
  lines: [],
  currency: 'EUR',
  issueDate: '2026-11-21',
}
const german = { vatNumber: 'DE136695976', name: 'Kunde' }

const platform = (): Simulated => simulated(france, { sample: invoice })

t.test('an invoice is deposited after ten seconds, under the flow id of the platform', async (t) => {
  const { submit, find, poll, submission, pass } = platform()
  const handed = submission()
  const outcome = await submit(handed)
  t.match(outcome, {
    kind: 'submitted',
    uploadId: /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-9[0-9a-f]{3}-[0-9a-f]{12}$/,
    govEndpoint: /\/flow-service\/v1\/flows$/,
  })
  const uploadId = outcome.kind === 'submitted' ? outcome.uploadId : ''
  t.same(await poll(handed, uploadId), { kind: 'pending', retryAfterSeconds: 10 })
  pass(10)
  const decision = await poll(handed, uploadId)
  t.match(decision, {
    kind: 'accepted',
    govId: uploadId,
    govMessage: '200 Déposée : facture F-1 du 2026-11-21',
  })
  t.match(textOf(decision), '<ram:ProcessConditionCode>200</ram:ProcessConditionCode>')
  t.match(await find(handed), { kind: 'known', uploadId }, 'an attempt can be looked up')
  t.equal(await submit(handed).then((again) => again.kind === 'submitted' && again.uploadId), uploadId)
})

t.test('flow ids differ widely and lead back to their submission', async (t) => {
  const { poll, submission, submitted, pass } = platform()
  const handed = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const each = submission({ number: `F-${index}` })
      return { each, uploadId: await submitted(each) }
    }),
  )
  t.equal(new Set(handed.map(({ uploadId }) => uploadId.slice(-12, -8))).size, 50)
  pass(10)
  for (const { each, uploadId } of handed)
    t.match(await poll(each, uploadId), {
      kind: 'accepted',
      govMessage: new RegExp(`${each.invoice.number} `),
    })
})

t.test('a number is taken for the year, by seller and account', async (t) => {
  const { decided } = platform()
  t.match(await decided(), { kind: 'accepted' })
  const duplicate = await decided()
  t.match(duplicate, {
    kind: 'rejected',
    errorMessage: '213 Rejetée : DOUBLON - Facture en doublon (déjà émise / réçue)',
  })
  t.match(textOf(duplicate), '<ram:ReasonCode>DOUBLON</ram:ReasonCode>')
  t.match(await decided({ issueDate: '2027-01-02' }), { kind: 'accepted' }, 'free again in the next year (BR-FR-CO-02)')
  t.match(await decided({}, { account: 'acc_2' }), { kind: 'accepted' }, 'another account has its own platform')
  t.match(await decided({ supplier: { ...invoice.supplier, vatNumber: 'FR40303265045' } }), { kind: 'accepted' })
})

t.test('what a platform rejects may be corrected under its number, what the customer refuses may not', async (t) => {
  const { decided } = platform()
  t.match(await decided({ externalId: 'SIM-REJECT-DEST_INC' }), {
    kind: 'rejected',
    errorMessage: /^213 Rejetée : DEST_INC/,
  })
  t.match(await decided(), { kind: 'accepted' }, 'corrected')
  const number = 'F-2'
  t.match(await decided({ number, externalId: 'SIM-REJECT-CMD_ERR' }), { errorMessage: /^210 Refusée : CMD_ERR/ })
  t.match(await decided({ number }), { errorMessage: /DOUBLON/ }, 'a refused invoice was issued')
})

t.test('SIM-REJECT picks the rejection', async (t) => {
  const cases = [
    ['SIM-REJECT-ADR_ERR', '213 Rejetée : ADR_ERR', 'xml'],
    ['SIM-REJECT-TX_TVA_ERR-2026-7', '210 Refusée : TX_TVA_ERR', 'xml'],
    ['SIM-REJECT-IRR_ANTIVIRUS', '501 Irrecevable : IRR_ANTIVIRUS', 'xml'],
    ['SIM-REJECT-CDV-213', '213 Rejetée', 'xml'],
    ['SIM-REJECT-ROUTAGE_ERR', '221 Erreur de routage : ROUTAGE_ERR', 'xml'],
    ['SIM-REJECT-ACK-InvalidSchema', 'InvalidSchema (IRR_SYNTAX)', 'json'],
    ['SIM-REJECT-AFNOR-403-FORBIDDEN_ACCESS', '{"errorCode":"FORBIDDEN_ACCESS"', 'json'],
    [
      'SIM-REJECT-BR-FR-16_BT-152',
      '213 Rejetée : REJ_SEMAN - Rejet pour erreur sémantique [BR-FR-16/BT-152] : Le taux de TVA',
      'xml',
    ],
    [
      'SIM-REJECT-BR-CO-10',
      '213 Rejetée : REJ_SEMAN - Rejet pour erreur sémantique [BR-CO-10]-Sum of Invoice line net amount (BT-106)',
      'xml',
    ],
    ['SIM-REJECT-NONSENSE', 'SIM-REJECT-NONSENSE', 'json'],
  ] as const
  for (const [externalId, errorMessage, media] of cases) {
    const outcome = await platform().decided({ externalId })
    t.match(outcome, { kind: 'rejected' }, externalId)
    t.ok(outcome.kind === 'rejected' && outcome.errorMessage.startsWith(errorMessage), errorMessage)
    t.equal(documentOf(outcome)?.mediaType, `application/${media}`)
  }
})

t.test('an outage and a flow that the platform does not know', async (t) => {
  const { submit, poll, submission, pass, decided } = platform()
  const handed = submission({ externalId: 'SIM-OUTAGE-20' })
  t.match(await submit(handed), { kind: 'unavailable', retryAfterSeconds: 20 })
  pass(20)
  t.match(await decided({ externalId: 'SIM-OUTAGE-0' }), { kind: 'accepted' })
  for (const uploadId of ['c1ea57a7-f10e-4c2b-9d60-0123456789ab', 'c1ea57a7-f10e-4c2b-9d60-000000000000', 'x', ''])
    t.match(await poll(submission(), uploadId), {
      kind: 'rejected',
      errorMessage: /MISSING_RESOURCE/,
    })
})

t.test('every life-cycle message is one that the official artefacts accept', async (t) => {
  const oracle = oracleFor(t, 'simulated life-cycle messages against BR-FR-CDV')
  if (oracle === null) return
  const outcomes: [string, PollOutcome][] = [
    ['accepted', await platform().decided()],
    ['accepted abroad', await platform().decided({ customer: german, invoiceType: 'credit_note' })],
  ]
  for (const { code, rawText } of FRENCH_REJECTIONS.rejections)
    if (/^\d{3} /.test(rawText)) outcomes.push([code, await platform().decided({ externalId: `SIM-REJECT-${code}` })])
  for (const [code, outcome] of outcomes) {
    const findings = await oracle.judge('fr', textOf(outcome))
    t.same(
      findings.filter(({ flag }) => flag === 'fatal'),
      [],
      code,
    )
  }
})
