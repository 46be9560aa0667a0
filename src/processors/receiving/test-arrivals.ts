import type { Submission } from '../../countries/gateway/gateway.js'
import type { CountryCode, Party } from '../../domain/request/invoice-request.js'
import type { Clock } from '../../domain/clock.js'
import type { Arrivals } from './arrivals.js'
import type { ReceivingCompanies } from './receiving-companies.js'

/** The dependencies of `TestArrivals`. */
interface TestArrivalsDeps {
  readonly companies: Pick<ReceivingCompanies, 'withNumber'>
  readonly arrivals: Pick<Arrivals, 'take'>
  readonly clock: Clock
}

/** A test invoice that the simulated government accepted. */
interface AcceptedInTest {
  readonly submission: Pick<Submission, 'scope' | 'invoiceId' | 'invoice' | 'xml' | 'pdf'>
  readonly country: CountryCode
  readonly govId: string
  readonly correlationId: string
}

/**
 * What simulated governments deliver: a test invoice whose customer is a receiving company of the
 * same account arrives there. It is delivered before its acceptance is recorded, and again if the
 * process dies in between; it arrives once.
 */
export class TestArrivals {
  readonly #deps: TestArrivalsDeps

  constructor(deps: TestArrivalsDeps) {
    this.#deps = deps
  }

  /** Throws outages: the acceptance is then not recorded, and the next try delivers. */
  async deliver({ submission, country, govId, correlationId }: AcceptedInTest): Promise<void> {
    const { companies, arrivals, clock } = this.#deps
    const { scope, invoiceId, invoice, xml, pdf } = submission
    for (const company of await companies.withNumber(scope, numbersOf(invoice.customer))) {
      await arrivals.take({
        company,
        country,
        channel: 'simulated',
        govId,
        identity: `${country} ${govId}`,
        sender: null,
        bytes: pdf ?? xml,
        files: [],
        arrivedAt: clock.now(),
        sentAs: invoiceId,
        correlationId,
      })
    }
  }
}

/** The numbers by which a document names its buyer, as companies have them. */
function numbersOf({ vatNumber, legalRegistration, nationalId, siret }: Party): readonly string[] {
  const numbers = [vatNumber, legalRegistration?.id, nationalId, siret?.slice(0, 9)]
  return [...new Set(numbers.filter((number): number is string => number !== undefined && number !== ''))]
}
