import t from 'tap'
import type { Gateway, PollOutcome, Submission } from '../../../src/countries/gateway.js'
import { ITALIAN_REJECTIONS } from '../../../src/countries/it/rejections.js'
import type { InvoiceRequest } from '../../../src/domain/invoice-request.js'
import { parseXml } from '../../../src/einvoice/xml/parse.js'
import { memoryLedger } from '../../simulators/memory-ledger.js'
import { memoryFileNumbers } from '../memory-file-numbers.js'
import { consumer, german, ITALIAN, sound, unreached } from './sound-invoice.js'

const DECISION_SECONDS = 10

/** SdI with a clock of its own, and one way to hand in and one to wait. */
function sdi() {
  let now = new Date('2026-11-21T10:00:00.000Z')
  let attempts = 0
  const settings = { decisionSeconds: DECISION_SECONDS, now: () => now, fileNumbers: memoryFileNumbers() }
  const gateway: Gateway = ITALIAN.simulator.gateway(memoryLedger(), settings)
  const submission = (change: Partial<InvoiceRequest> = {}): Submission => {
    attempts += 1
    return {
      scope: { account: 'acc_1', environment: 'test' },
      invoiceId: `inv_${attempts}`,
      attemptId: `attempt-${attempts}`,
      refusals: 0,
      createdAt: now,
      access: null,
      invoice: { ...sound, ...change },
      xml: new TextEncoder().encode('<p:FatturaElettronica/>'),
    }
  }
  const decided = async (change: Partial<InvoiceRequest> = {}, slow = 0): Promise<PollOutcome> => {
    const handed = submission(change)
    const outcome = await gateway.submit(handed)
    if (outcome.kind !== 'submitted') throw new Error(`not submitted: ${JSON.stringify(outcome)}`)
    now = new Date(now.getTime() + (DECISION_SECONDS + slow) * 1000)
    return gateway.poll(handed, outcome.uploadId, now)
  }
  return { gateway, submission, decided }
}

/** The notification that came with a decision: name of the root, and each text by its element. */
function notice(outcome: PollOutcome) {
  const document = outcome.kind === 'accepted' ? outcome.receipt : outcome.kind === 'rejected' ? outcome.document : null
  const { root } = parseXml(document?.bytes ?? new Uint8Array())
  const texts: Record<string, string> = {}
  const walk = (element: typeof root): void => {
    if (element.children.length === 0) texts[element.name] ??= element.stringValue
    element.children.forEach(walk)
  }
  walk(root)
  return { name: root.name, ...texts }
}

const PRIVATE = '{http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fattura/messaggi/v1.0}'
const PUBLIC = '{http://www.fatturapa.gov.it/sdi/messaggi/v1.0}'
const administration = { ...sound.customer, sdiCode: 'UFXXXX' }

t.test('a file is handed in under a name of its own, and delivered', async (t) => {
  const { gateway, submission, decided } = sdi()
  const handed = submission()
  const outcome = await gateway.submit(handed)
  t.match(outcome, { kind: 'submitted', uploadId: '15000000001', govEndpoint: /NomeFile=IT01879020517_C0000\.xml$/ })
  t.same(await gateway.find(handed), { ...outcome, kind: 'known' }, 'an attempt keeps its name')
  const decision = await decided({ number: 'F-2' })
  t.match(decision, { kind: 'accepted', govId: '15000000002', govMessage: 'Ricevuta di consegna' })
  t.match(notice(decision), {
    name: `${PRIVATE}RicevutaConsegna`,
    IdentificativoSdI: '15000000002',
    NomeFile: 'IT01879020517_C0001.xml',
    Hash: /^[0-9a-f]{64}$/,
    Codice: 'M5UXCR1',
  })
})

t.test('what SdI cannot deliver is issued and put where the customer finds it', async (t) => {
  const { decided } = sdi()
  for (const customer of [unreached, consumer, german]) {
    const decision = await decided({ number: `F-${customer.name}`, customer })
    t.match(decision, { kind: 'accepted', govMessage: 'Ricevuta di impossibilità di recapito' })
    t.equal(notice(decision).name, `${PRIVATE}RicevutaImpossibilitaRecapito`)
  }
  const reached = await decided({ number: 'F-9', customer: { ...unreached, pec: 'ditta@pec.example.it' } })
  t.match(reached, { kind: 'accepted', govMessage: 'Ricevuta di consegna' })
})

t.test('an administration accepts, refuses, or lets the term pass', async (t) => {
  const { decided } = sdi()
  const accepted = await decided({ customer: administration })
  t.match(accepted, { kind: 'accepted', govMessage: 'Notifica di esito: EC01 (accettazione)' })
  t.match(notice(accepted), {
    name: `${PUBLIC}NotificaEsito`,
    Esito: 'EC01',
    NumeroFattura: 'F-1',
    AnnoFattura: '2026',
  })
  t.notMatch(notice(accepted), { Hash: /./ })

  const refused = await decided({ number: 'F-2', customer: administration, externalId: 'SIM-REJECT-EC02' })
  t.match(refused, { kind: 'rejected', errorMessage: /EC02/ })
  t.match(notice(refused), { name: `${PUBLIC}NotificaEsito`, Esito: 'EC02' })
  t.match(await decided({ number: 'F-2', customer: administration }), { kind: 'accepted' }, 'the number is free again')

  const silent = await decided({ number: 'F-3', customer: administration, externalId: 'SIM-SLOW-60' }, 60)
  t.match(silent, { kind: 'accepted', govMessage: 'Notifica di decorrenza termini' })
  t.equal(notice(silent).name, `${PUBLIC}NotificaDecorrenzaTermini`)
})

t.test('a number is taken for the year; credit notes are counted apart', async (t) => {
  const { decided } = sdi()
  t.match(await decided(), { kind: 'accepted' })
  const duplicate = await decided()
  t.match(duplicate, { kind: 'rejected', errorMessage: '00404: Fattura duplicata' })
  t.match(notice(duplicate), {
    name: `${PRIVATE}RicevutaScarto`,
    Codice: '00404',
    Descrizione: 'Fattura duplicata',
    NomeFile: 'IT01879020517_C0001.xml',
  })
  t.match(await decided({ invoiceType: 'credit_note' }), { kind: 'accepted' })
  t.match(await decided({ issueDate: '2027-01-02' }), { kind: 'accepted' })
})

t.test('every refusal of the catalogue can be asked for, and is explained', async (t) => {
  const { decided } = sdi()
  for (const { code } of ITALIAN_REJECTIONS.rejections) {
    if (['RC', 'MC', 'AT', 'DT', 'NE-EC01'].includes(code)) continue
    const rawText = ITALIAN.simulator.rejectionText(code)
    const decision = await decided({ number: `F-${code}`, externalId: `SIM-REJECT-${code.replaceAll(':', '-')}` })
    t.match(decision, { kind: 'rejected', errorMessage: rawText ?? 'none' }, code)
    t.match(notice(decision), { Codice: /^.{5}$/, Descrizione: /./ }, code)
  }
  const unknown = await decided({ number: 'F-X', externalId: 'SIM-REJECT-MC' })
  t.match(unknown, { kind: 'rejected', errorMessage: 'SIM-REJECT-MC' }, 'what refuses nothing is no code of a refusal')
})
