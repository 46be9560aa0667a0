import t from 'tap'
import { BE_REJECTIONS } from '../../../../src/countries/be/rejections.js'
import type { Failure, FaultKind } from '../../../standins/access-point/options.js'
import { instanceOf, worldOf } from './world.js'

const MINUTE = 60
const HOUR = 3600

const ebms = (errorCode: string, shortDescription: string, errorDetails?: string): Failure => ({
  sendingResult: 'AS4_ERROR_MESSAGE_RECEIVED',
  as4ResponseErrors: [
    { errorCode, shortDescription, severity: 'failure', ...(errorDetails !== undefined && { errorDetails }) },
  ],
})

t.test('who is in no register, or for no such document, is rejected, with the words of the access point', async (t) => {
  for (const [options, text, code] of [
    [{ unregistered: ['0208:0202239951'] }, /is not registered in the Peppol Network/, /not registered in the Peppol/],
    [{ withoutEndpoint: ['0208:0202239951'] }, /Failed to resolve SMP endpoint/, /not to receive this type/],
  ] as const) {
    const world = await worldOf(t, options)
    const invoice = world.submission()
    const upload = await world.uploaded(invoice)
    t.notMatch(upload, 'delivered')
    const outcome = await world.poll(invoice, upload)
    t.match(outcome, { kind: 'rejected', errorMessage: text })
    const raw = outcome.kind === 'rejected' ? outcome.errorMessage : ''
    t.equal(raw.split('\n').length, 1, 'said once')
    t.match(BE_REJECTIONS.explain(raw, 'rejected').errorTranslated, code)
    t.equal(world.accessPoint.deliveries.length, 0)
  }
})

t.test(
  'a failure that the access point itself tries again: nothing is submitted again, and nothing is decided',
  async (t) => {
    const failures: readonly Failure[] = [
      { lookupError: 'SMP access limited by Circuit Breaker' },
      { lookupError: 'Error fetching Service Details from SMP' },
      {
        lookupError: 'Failed to resolve SMP endpoint (a, b, c, d)',
        lookupException: { class: 'x', message: 'Error thrown with HTTP status code 504' },
      },
      { sendingResult: 'TRANSPORT_ERROR' },
      { sendingResult: 'NO_SIGNAL_MESSAGE_RECEIVED' },
      { sendingResult: 'INVALID_SIGNAL_MESSAGE_RECEIVED' },
      { sendingResult: 'TRANSPORT_ERROR', c3CertCheckResult: 'expired' },
      ebms('EBMS:0005', 'ConnectionFailure'),
      ebms('EBMS:0004', 'Other', 'PEPPOL:NOT_SERVICED'),
      ebms('EBMS:0301', 'MissingReceipt'),
    ]
    for (const failure of failures) {
      const world = await worldOf(t)
      const invoice = world.submission()
      world.accessPoint.faults({ on: 'submit', times: 1, does: { kind: 'fails', failure, tries: 2 } })
      const upload = await world.uploaded(invoice)
      t.notMatch(upload, 'delivered')
      t.match(await world.gateway.find(invoice), { kind: 'known', uploadId: upload })
      const first = await world.poll(invoice, upload)
      t.match(first, { kind: 'pending' }, JSON.stringify(failure))
      t.ok(first.kind === 'pending' && first.retryAfterSeconds >= 180, 'until it has tried again')
      world.pass(HOUR)
      t.match(await world.poll(invoice, upload), { kind: 'pending' }, 'sent at last')
      world.pass(HOUR)
      t.match(await world.poll(invoice, upload), { kind: 'accepted', govId: instanceOf(upload) })
      t.equal(world.accessPoint.received.length, 1)
    }
  },
)

t.test('what the access point gives up is rejected, with all that it reported', async (t) => {
  const table: readonly (readonly [Failure, RegExp, RegExp])[] = [
    [ebms('EBMS:0004', 'Other', 'PEPPOL:NOT_SERVICED'), /EBMS:0004 Other: PEPPOL:NOT_SERVICED/, /does not serve/],
    [ebms('EBMS:0102', 'FailedDecryption'), /EBMS:0102 FailedDecryption/, /could not decrypt/],
    [{ sendingResult: 'INVALID_PARAMETERS' }, /INVALID_PARAMETERS/, /could not read the identifiers/],
    [{ sendingResult: 'TRANSPORT_ERROR_NO_RETRY' }, /TRANSPORT_ERROR_NO_RETRY/, /sending again will not help/],
    [{ lookupError: 'SMP access limited by Circuit Breaker' }, /Circuit Breaker/, /failed so often/],
  ]
  for (const [failure, text, explained] of table) {
    const world = await worldOf(t)
    const invoice = world.submission()
    world.accessPoint.faults({ on: 'submit', does: { kind: 'fails', failure, permanent: true } })
    const outcome = await world.poll(invoice, await world.uploaded(invoice))
    t.match(outcome, { kind: 'rejected', errorMessage: text, document: { mediaType: 'application/json' } })
    const raw = outcome.kind === 'rejected' ? outcome.errorMessage : ''
    t.match(BE_REJECTIONS.explain(raw, 'rejected').errorTranslated, explained)
  }
})

t.test('given up without knowing whether it arrived: the receiver has time to say so', async (t) => {
  const does: FaultKind = {
    kind: 'fails',
    failure: { sendingResult: 'NO_SIGNAL_MESSAGE_RECEIVED' },
    permanent: true,
    arrives: true,
  }
  const world = await worldOf(t)
  world.accessPoint.faults({ on: 'submit', does })
  const arrived = world.submission()
  const upload = await world.uploaded(arrived)
  t.match(await world.poll(arrived, upload), { kind: 'pending' })
  await world.accessPoint.levelStatus(instanceOf(upload), { code: 'AP' })
  t.match(await world.poll(arrived, upload), { kind: 'accepted' })

  const silent = world.submission()
  const other = await world.uploaded(silent)
  world.pass(HOUR)
  t.match(await world.poll(silent, other), { kind: 'rejected', errorMessage: /NO_SIGNAL_MESSAGE_RECEIVED/ })
})

t.test('a duplicate is a delivery', async (t) => {
  const world = await worldOf(t)
  const invoice = world.submission()
  const failure = ebms('EBMS:4001', 'DuplicateDetected')
  world.accessPoint.faults({ on: 'submit', does: { kind: 'fails', failure, permanent: true } })
  const upload = await world.uploaded(invoice)
  t.match(upload, / delivered$/)
  t.match(await world.poll(invoice, upload), { kind: 'pending' })
  world.pass(HOUR)
  t.match(await world.poll(invoice, upload), { kind: 'accepted', govId: instanceOf(upload) })
  t.match(await world.poll(invoice, instanceOf(upload)), { kind: 'accepted' }, 'also when the upload was only found')
})

t.test('422 can mean that the document was sent', async (t) => {
  const world = await worldOf(t)
  const invoice = world.submission()
  world.accessPoint.faults({ on: 'submit', does: { kind: 'unreported' } })
  t.match(await world.uploaded(invoice), / delivered \S+@phase4$/)
})

t.test('a report of a failure of an access point that does not keep the document', async (t) => {
  const world = await worldOf(t)
  const report = (fields: object): FaultKind => ({
    kind: 'answer',
    status: 422,
    body: JSON.stringify({ sendingSuccess: false, overallSuccess: false, ...fields }),
  })
  const unregistered = world.submission()
  const lookupError = "The participant ID 'iso6523-actorid-upis::0208:1' is not registered in the Peppol Network"
  world.accessPoint.faults({ on: 'submit', does: report({ lookupError }) })
  const upload = await world.uploaded(unregistered)
  t.match(await world.poll(unregistered, upload), { kind: 'rejected', errorMessage: lookupError })

  const passing = world.submission()
  world.accessPoint.faults({ on: 'submit', times: 1, does: report({ sendingResult: 'NO_SIGNAL_MESSAGE_RECEIVED' }) })
  t.match(await world.gateway.submit(passing), { kind: 'unavailable', reason: /NO_SIGNAL/, concerns: 'invoice' })
  t.match(await world.gateway.find(passing), { kind: 'unavailable' })
  world.pass(5 * MINUTE)
  t.same(await world.gateway.find(passing), { kind: 'unknown' })
  t.match(await world.gateway.submit(passing), { kind: 'submitted' })
})

t.test('a register that can not be asked says nothing of the receiver', async (t) => {
  const receiver = 'iso6523-actorid-upis::0208:0882341791'
  const smp = `Failed to resolve SMP endpoint (${receiver}, a, b, peppol-transport-as4-v2_0)`
  const client = 'com.helger.smpclient.exception.SMPClientException'
  const unknownHost = 'java.net.UnknownHostException'
  const participantHost = 'B-85008b82.iso6523-actorid-upis.participant.sml.prod.tech.peppol.org'
  const cases: readonly (readonly [string, { readonly class: string; readonly message: string } | null, boolean])[] = [
    [smp, null, true],
    [smp, { class: client, message: 'Error thrown with HTTP status code 404' }, true],
    [smp, { class: client, message: 'Error thrown with HTTP status code 504' }, false],
    [smp, { class: client, message: 'Unexpected end of file from server' }, false],
    [smp, { class: unknownHost, message: 'smp.provider.example' }, false],
    ['Error fetching Service Details from SMP', { class: unknownHost, message: participantHost }, true],
    ['Error fetching Service Details from SMP', { class: client, message: 'no XML' }, false],
    [
      'Error fetching Service Details from SMP',
      { class: unknownHost, message: `${participantHost}: Temporary failure in name resolution` },
      false,
    ],
    [`The participant ID '${receiver}' is not registered in the Peppol Network`, null, true],
    [
      `The participant ID '${receiver}' is not registered in the Peppol Network`,
      { class: 'com.helger.smpclient.url.SMPDNSResolutionException', message: 'no U-NAPTR record' },
      true,
    ],
  ]
  for (const [lookupError, lookupException, isFinal] of cases) {
    const world = await worldOf(t)
    const invoice = world.submission()
    const body = JSON.stringify({
      sendingSuccess: false,
      overallSuccess: false,
      lookupError,
      ...(lookupException !== null && { lookupException }),
    })
    world.accessPoint.faults({ on: 'submit', times: 1, does: { kind: 'answer', status: 422, body } })
    const outcome = await world.gateway.submit(invoice)
    const what = `${lookupError}: ${lookupException?.class ?? ''} ${lookupException?.message ?? ''}`
    t.equal(outcome.kind, isFinal ? 'submitted' : 'unavailable', what)
    if (outcome.kind !== 'submitted') continue
    t.match(await world.poll(invoice, outcome.uploadId), { kind: 'rejected', errorMessage: lookupError }, what)
  }
})

t.test('a certificate that is not valid any more: trying again changes nothing', async (t) => {
  for (const [c3CertCheckResult, isFinal] of [
    ['expired', true],
    ['revoked', true],
    ['unsupported_issuer', true],
    ['not_yet_valid', false],
  ] as const) {
    const world = await worldOf(t)
    const invoice = world.submission()
    const body = JSON.stringify({ sendingSuccess: false, overallSuccess: false, c3CertCheckResult })
    world.accessPoint.faults({ on: 'submit', times: 1, does: { kind: 'answer', status: 422, body } })
    const outcome = await world.gateway.submit(invoice)
    t.equal(outcome.kind, isFinal ? 'submitted' : 'unavailable', c3CertCheckResult)
    if (outcome.kind !== 'submitted') continue
    const errorMessage = `c3CertCheckResult: ${c3CertCheckResult}`
    t.match(await world.poll(invoice, outcome.uploadId), { kind: 'rejected', errorMessage })
  }
})

t.test('a refusal in a JSON string stored nothing', async (t) => {
  const world = await worldOf(t)
  const { accessPoint, gateway, uploads } = world
  for (const text of ["Failed to parse the receiving participant ID 'x'", "The 'custom1' field exceeds the maximum"]) {
    const invoice = world.submission()
    accessPoint.faults({ on: 'submit', times: 1, does: { kind: 'answer', status: 400, body: JSON.stringify(text) } })
    t.same(await gateway.submit(invoice), { kind: 'refused', errorMessage: text })
    t.equal(await uploads.find(invoice.scope, invoice.attemptId), null)
  }
  // This one does not state whether it is wrong or could not be stored at the moment.
  const invoice = world.submission({ xml: '<x/>' })
  t.match(await gateway.submit(invoice), { kind: 'refused', errorMessage: /INVALID_PARAMETERS/ })
  accessPoint.faults({
    on: 'submit',
    does: { kind: 'answer', status: 422, body: '"Failed to submit outbound transaction"' },
  })
  const again = world.submission()
  t.match(await gateway.submit(again), { kind: 'unavailable', concerns: 'invoice', retryAfterSeconds: 60 })
  t.same(await gateway.find(again), { kind: 'unknown' })
  world.pass(15 * MINUTE)
  t.match(await gateway.submit(again), { kind: 'refused', errorMessage: 'Failed to submit outbound transaction' })
})

t.test('who has no address in the network is refused without a call', async (t) => {
  const world = await worldOf(t)
  const customer = { vatNumber: 'BE0202239951', name: 'B', peppolId: 'EM:b@example.com' }
  const outcome = await world.gateway.submit(world.submission({ invoice: { customer } }))
  t.match(outcome, { kind: 'refused', errorMessage: /'iso6523-actorid-upis::EM:b@example.com' is not registered/ })
  t.equal(world.accessPoint.calls.length, 0)
})
