import t from 'tap'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import type { Country } from '../../../src/countries/country.js'
import { type Simulated, simulated, textOf } from '../simulated.js'

/** The network as a country has it. */
export const network = (country: Country, sample: InvoiceRequest): Simulated => simulated(country, { sample })

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/

/** What every country on the network has in common. */
export function behavesAsPeppol(country: Country, sample: InvoiceRequest, endpoint: string): void {
  const { name } = country

  t.test(`${name}: an invoice is delivered after ten seconds, confirmed by a message level status`, async (t) => {
    const peppol = network(country, sample)
    const submission = peppol.submission()
    const outcome = await peppol.submit(submission)
    t.match(outcome, { kind: 'submitted', uploadId: UUID, govEndpoint: endpoint })
    const uploadId = outcome.kind === 'submitted' ? outcome.uploadId : ''
    t.match(await peppol.find(submission), { kind: 'known', uploadId })
    t.same(await peppol.poll(submission, uploadId), { kind: 'pending', retryAfterSeconds: 10 })
    peppol.pass(10)
    const decision = await peppol.poll(submission, uploadId)
    t.match(decision, { kind: 'accepted', govId: /^[0-9a-f-]{36}@phase4$/, govMessage: /^Message Level Status AP/ })
    t.match(textOf(decision), /<cbc:ResponseCode>AP<\/cbc:ResponseCode>/)
    t.match(textOf(decision), uploadId, 'it refers to the transmission')
    t.same(await peppol.poll(submission, uploadId), decision, 'any process gives the same decision')
  })

  t.test(`${name}: the buyer refuses a number that it already has, until the first invoice is refused`, async (t) => {
    const peppol = network(country, sample)
    t.match(await peppol.decisionOn(peppol.submission()), { kind: 'accepted' })
    const duplicate = await peppol.decisionOn(peppol.submission())
    t.match(duplicate, { kind: 'rejected', errorMessage: /already received/ })
    t.match(textOf(duplicate), 'listID="OPStatusReason">REF<')
    t.match(await peppol.decisionOn(peppol.submission({}, 'acc_2')), { kind: 'accepted' }, 'another account')
    const rejected = { number: 'F-2', externalId: 'SIM-REJECT-IMR-RE' }
    t.match(await peppol.decisionOn(peppol.submission(rejected)), { kind: 'rejected' })
    t.match(await peppol.decisionOn(peppol.submission({ number: 'F-2' })), { kind: 'accepted' }, 'corrected')
  })

  t.test(`${name}: SIM-REJECT picks the refusal`, async (t) => {
    const cases: readonly (readonly [externalId: string, errorMessage: string | RegExp, document: string])[] = [
      ['SIM-REJECT-LOOKUP-NOT-REGISTERED', /is not registered in the Peppol Network$/, '>FD<'],
      ['SIM-REJECT-EBMS:0004', 'EBMS:0004 Other', '>FD<'],
      ['SIM-REJECT-EBMS-0004-2026-17', 'EBMS:0004 Other', '>FD<'],
      ['SIM-REJECT-MLS-BV', /StatusReasonCode BV/, '>BV<'],
      ['SIM-REJECT-XSD', /^cvc-/, '>SV<'],
      ['SIM-REJECT-BR-CO-10', /^Message Level Status RE; \[BR-CO-10\]-/, '>BV<'],
      ['SIM-REJECT-IMR-OPStatusAction-CNF', /OPStatusAction CNF/, 'listID="OPStatusAction">CNF<'],
      ['SIM-REJECT-NONSENSE', 'SIM-REJECT-NONSENSE', '>FD<'],
    ]
    for (const [externalId, errorMessage, part] of cases) {
      const peppol = network(country, sample)
      const outcome = await peppol.decisionOn(peppol.submission({ externalId }))
      t.match(outcome, { kind: 'rejected', errorMessage }, externalId)
      t.match(textOf(outcome), part, externalId)
    }
  })

  t.test(`${name}: an outage lasts as long as it says, and an unknown transmission is no crash`, async (t) => {
    const peppol = network(country, sample)
    const submission = peppol.submission({ externalId: 'SIM-OUTAGE-20' })
    t.match(await peppol.submit(submission), { kind: 'unavailable', retryAfterSeconds: 20 })
    peppol.pass(20)
    t.match(await peppol.decisionOn(submission), { kind: 'accepted' })
    for (const uploadId of ['', '17', '00000000-0000-4000-8000-000000000001'])
      t.match(await peppol.poll(submission, uploadId), { kind: 'rejected', errorMessage: /no transmission/ })
  })
}
