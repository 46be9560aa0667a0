import t from 'tap'
import type { Change, World } from './world.js'
import { ubl, worldOf } from './world.js'
import type { FaultKind } from '../../../standins/anaf/options.js'
import { sendsNothingWithoutLease } from '../../gateway/lost-lease.js'

const HOUR = 3600

/** The query that ANAF received with the one upload. */
async function queryOf(world: World, change: Change): Promise<string> {
  await world.uploaded(world.submission(change))
  const last = world.anaf.received.at(-1)
  return `${last?.path}?${new URLSearchParams(last?.parameters).toString()}`
}

t.test('what is sent to ANAF with an upload', async (t) => {
  const world = await worldOf(t)
  const self = { supplier: { vatNumber: 'RO9010105', name: 'S' }, customer: { vatNumber: 'RO18547290', name: 'B' } }
  const abroad = { street: 'Hauptstr. 1', city: 'Berlin', postalCode: '10115', country: 'DE' }
  const table: readonly (readonly [string, Change, string])[] = [
    ['an invoice', {}, 'upload?standard=UBL&cif=18547290'],
    [
      'a credit note',
      { invoice: { invoiceType: 'credit_note' }, xml: ubl('C-1', 'CreditNote') },
      'upload?standard=CN&cif=18547290',
    ],
    ['a debit note', { invoice: { invoiceType: 'debit_note' } }, 'upload?standard=UBL&cif=18547290'],
    [
      'a buyer abroad',
      { invoice: { customer: { vatNumber: 'DE136695976', name: 'B' } } },
      'upload?standard=UBL&cif=18547290&extern=DA',
    ],
    [
      'a Romanian number of a buyer abroad',
      { invoice: { customer: { vatNumber: 'RO9010105', name: 'B', address: abroad } } },
      'upload?standard=UBL&cif=18547290&extern=DA',
    ],
    ['self-billing', { invoice: self }, 'upload?standard=UBL&cif=18547290&autofactura=DA'],
    [
      'a person',
      { invoice: { customer: { vatNumber: '0000000000000', name: 'B' } } },
      'uploadb2c?standard=UBL&cif=18547290',
    ],
  ]
  for (const [what, change, expected] of table) t.equal(await queryOf(world, change), expected, what)
})

t.test('a refusal at the door that retrying can not cure', async (t) => {
  const { anaf, gateway, submission, uploads } = await worldOf(t)
  const texts = [
    'Valorile acceptate pentru parametrul standard sunt UBL, CN, CII sau RASP',
    'Marime fisier transmis mai mare de 10 MB.',
    'CIF introdus= 123a nu este un numar',
    "Fisierul transmis nu este valid. org.xml.sax.SAXParseException; lineNumber: 15; columnNumber: 155; cvc-elt.1.a: Cannot find the declaration of element 'Invoice1'.",
    'Daca parametrul extern trebuie completat, valoarea acceptata este DA',
    'CIF introdus= 1234 nu este inregistrat in Registrul RO e-Factura executari silite',
    'Un text nou al ANAF',
  ]
  for (const text of texts) {
    const invoice = submission()
    anaf.faults({ on: 'upload', does: { kind: 'text', text } })
    t.same(await gateway.submit(invoice), { kind: 'refused', errorMessage: text })
    t.equal(await uploads.find(invoice.scope, invoice.attemptId), null, 'it may be sent again at once')
    anaf.faults()
    t.same(await gateway.find(invoice), { kind: 'unknown' })
  }
  const message = 'Parametrii standard si cif sunt obligatorii'
  const body = JSON.stringify({ timestamp: '05-08-2021 12:04:01', status: 400, error: 'Bad Request', message })
  anaf.faults({ on: 'upload', does: { kind: 'answer', status: 400, body } })
  t.same(await gateway.submit(submission()), { kind: 'refused', errorMessage: message })
})

t.test('a document beyond 10 MB is refused without a call', async (t) => {
  const { anaf, gateway, submission } = await worldOf(t)
  const large = submission({ xml: ubl('F-1', 'Invoice', 'x'.repeat(10 * 1024 * 1024)) })
  t.match(await gateway.submit(large), { kind: 'refused', errorMessage: /10 MB/ })
  t.equal(anaf.calls.length, 0)
})

t.test('credentials that ANAF does not take', async (t) => {
  const { anaf, gateway, submission, uploads } = await worldOf(t, { rights: ['9010105'] })
  const table: readonly (readonly [FaultKind | null, object])[] = [
    [null, { kind: 'unauthorized', reason: 'Nu aveti drept in SPV pentru CIF=18547290', needs: 'user' }],
    [
      { kind: 'text', text: 'Nu exista niciun CIF pentru care sa aveti drept in SPV' },
      { kind: 'unauthorized', needs: 'user' },
    ],
    [
      { kind: 'answer', status: 401 },
      { kind: 'unauthorized', needs: 'renewal' },
    ],
    [
      { kind: 'answer', status: 403 },
      { kind: 'unauthorized', needs: 'user' },
    ],
  ]
  for (const [does, expected] of table) {
    if (does !== null) anaf.faults({ on: 'all', does })
    const invoice = submission()
    t.match(await gateway.submit(invoice), expected)
    t.match(await gateway.find(invoice), expected)
    t.equal(await uploads.find(invoice.scope, invoice.attemptId), null, 'certainly not taken')
  }
  anaf.faults()
  t.match(await gateway.submit(submission({ token: 'expired' })), { kind: 'unauthorized', needs: 'renewal' })
  t.match(await gateway.poll(submission({ token: 'expired' }), '5000000001', new Date(0)), { needs: 'renewal' })
})

t.test('too many calls', async (t) => {
  const { anaf, gateway, submission, uploads } = await worldOf(t)
  const until = (seconds: number) => ({
    kind: 'exhausted',
    concerns: 'government',
    until: new Date(Date.parse('2026-11-22T10:00:00.000Z') + seconds * 1000),
  })
  const table: readonly (readonly [FaultKind, object])[] = [
    [{ kind: 'answer', status: 429 }, until(60)],
    [{ kind: 'answer', status: 429, headers: { 'retry-after': '17' } }, until(17)],
    [{ kind: 'answer', status: 429, headers: { 'retry-after': 'Sun, 22 Nov 2026 10:05:00 GMT' } }, until(300)],
    [{ kind: 'answer', status: 429, headers: { 'retry-after': '86400' } }, until(HOUR)],
    [{ kind: 'answer', status: 429, headers: { 'retry-after': 'soon' } }, until(60)],
  ]
  for (const [does, expected] of table) {
    anaf.faults({ on: 'upload', does })
    const invoice = submission()
    t.match(await gateway.submit(invoice), expected)
    t.equal(await uploads.find(invoice.scope, invoice.attemptId), null)
  }
  anaf.faults({ on: 'upload', does: { kind: 'answer', status: 204 } })
  const perhaps = submission()
  t.match(await gateway.submit(perhaps), until(60))
  t.match(await uploads.find(perhaps.scope, perhaps.attemptId), { uploadId: null }, 'a 204 has no known meaning')
})

t.test('an outage: nothing is known, and nothing is sent again before the list had its time', async (t) => {
  const table: readonly (readonly [string, FaultKind, 'government' | 'invoice'])[] = [
    ['503', { kind: 'answer', status: 503, body: '<html>Service Unavailable</html>' }, 'government'],
    ['a page', { kind: 'answer', status: 200, body: '<!DOCTYPE html><html><p>Mentenanta' }, 'government'],
    ['nothing', { kind: 'answer', status: 200 }, 'government'],
    ['a cut connection', { kind: 'cut' }, 'government'],
    ['the firewall', { kind: 'firewall' }, 'invoice'],
    ['a technical error', { kind: 'text', text: 'A aparut o eroare tehnica. Cod: 42' }, 'invoice'],
    ['words of a passing fault', { kind: 'text', text: 'Serviciu indisponibil, reveniti' }, 'invoice'],
    ['a redirect', { kind: 'answer', status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'invoice'],
    ['an unknown 400', { kind: 'answer', status: 400, body: '{"message":"Ceva nou"}' }, 'invoice'],
    ['garbage', { kind: 'answer', status: 200, body: '\u0000\u0001' }, 'invoice'],
    ['no index', { kind: 'answer', status: 200, body: '<header ExecutionStatus="0"/>' }, 'invoice'],
    ['a taken and lost one', { kind: 'lost' }, 'government'],
  ]
  for (const [what, does, concerns] of table) {
    await t.test(what, async (t) => {
      const { anaf, gateway, submission, pass } = await worldOf(t)
      const invoice = submission()
      anaf.faults({ on: 'upload', times: 1, does })
      t.match(await gateway.submit(invoice), { kind: 'unavailable', concerns })
      if (does.kind === 'lost') {
        pass(60)
        t.match(await gateway.find(invoice), { kind: 'known', uploadId: '5000000001' })
        return
      }
      pass(60)
      t.match(await gateway.find(invoice), { kind: 'unavailable', concerns: 'invoice', retryAfterSeconds: 60 })
      pass(5 * HOUR)
      t.match(await gateway.find(invoice), { kind: 'unavailable', concerns: 'invoice' })
      pass(HOUR)
      t.same(await gateway.find(invoice), { kind: 'unknown' })
      t.equal(anaf.received.length, 1)
    })
  }
})

t.test('error 1814: such an upload was never registered, and an hour is enough', async (t) => {
  const { anaf, gateway, submission, pass } = await worldOf(t)
  const invoice = submission()
  anaf.faults({ on: 'upload', times: 1, does: { kind: 'text', text: 'A aparut o eroare tehnica. Cod: 1814' } })
  t.match(await gateway.submit(invoice), { kind: 'unavailable', reason: /1814/ })
  pass(HOUR - 60)
  t.match(await gateway.find(invoice), { kind: 'unavailable' })
  pass(120)
  t.same(await gateway.find(invoice), { kind: 'unknown' })
})

t.test('where nothing can have been sent, nothing waits for the list', async (t) => {
  const { anaf, gateway, submission, uploads } = await worldOf(t)
  const invoice = submission()
  await anaf.stop()
  t.match(await gateway.submit(invoice), {
    kind: 'unavailable',
    concerns: 'government',
    reason: /the connection was refused/,
    retryAfterSeconds: 30,
  })
  t.equal(await uploads.find(invoice.scope, invoice.attemptId), null)
  await anaf.start()
  t.same(await gateway.find(invoice), { kind: 'unknown' })
})

t.test('a worker that has lost its lease sends nothing', async (t) => {
  const { anaf, gateway, submission, uploads } = await worldOf(t)
  await sendsNothingWithoutLease(t, submission(), { gateway, uploads, received: anaf.received })
})

t.test('the ledger knows of an upload before its first byte is sent', async (t) => {
  const { gateway, submission, uploads } = await worldOf(t)
  const invoice = submission()
  const begin = uploads.begin.bind(uploads)
  let isNoted = false
  let seen = false
  uploads.begin = async (upload) => {
    await begin(upload)
    isNoted = true
  }
  const isHeld = () => {
    seen = isNoted
    return true
  }
  await gateway.submit(invoice, { lost: new AbortController().signal, isHeld })
  t.ok(seen, 'at the last look the note was there')
})
