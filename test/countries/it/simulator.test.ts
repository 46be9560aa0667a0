import t from 'tap'
import type { PollOutcome } from '../../../src/countries/gateway/gateway.js'
import { italy } from '../../../src/countries/it/index.js'
import { ITALIAN_REJECTIONS } from '../../../src/countries/it/rejections.js'
import { parseXml } from '../../../src/einvoice/xml/parse.js'
import { isWordedAs } from '../rejections/worded.js'
import { documentOf, type Simulated, simulated } from '../simulated.js'
import { consumer, german, ITALIAN, sound, unreached } from './sound-invoice.js'

const sdi = (): Simulated => simulated(italy, { sample: sound, xml: '<p:FatturaElettronica/>' })

/** The notification that came with a decision: name of the root, and each text by its element. */
function notice(outcome: PollOutcome) {
  const { root } = parseXml(documentOf(outcome)?.bytes ?? new Uint8Array())
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
  const { submit, find, submission, decided } = sdi()
  const handed = submission()
  const outcome = await submit(handed)
  t.match(outcome, { kind: 'submitted', uploadId: '15000000001', govEndpoint: /NomeFile=IT01879020517_C0000\.xml$/ })
  t.same(await find(handed), { ...outcome, kind: 'known' }, 'an attempt keeps its name')
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

  const silent = await decided({ number: 'F-3', customer: administration, externalId: 'SIM-SLOW-60' }, { slow: 60 })
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
  for (const rejection of ITALIAN_REJECTIONS.rejections) {
    const { code } = rejection
    if (['RC', 'MC', 'AT', 'DT', 'NE-EC01'].includes(code)) continue
    const decision = await decided({ number: `F-${code}`, externalId: `SIM-REJECT-${code.replaceAll(':', '-')}` })
    t.ok(decision.kind === 'rejected' && isWordedAs(rejection, decision.errorMessage), code)
    t.equal(ITALIAN.simulator.rejectionText(code), rejection.rawText)
    t.match(notice(decision), { Codice: /^.{5}$/, Descrizione: /./ }, code)
  }
  const unknown = await decided({ number: 'F-X', externalId: 'SIM-REJECT-MC' })
  t.match(unknown, { kind: 'rejected', errorMessage: 'SIM-REJECT-MC' }, 'what refuses nothing is no code of a refusal')
})
