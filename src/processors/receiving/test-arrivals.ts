import { StreamErased } from '../../commands/handle.js'
import { takeIn, type TakeInDeps } from '../../commands/use-cases/take-in.js'
import type { Submission } from '../../countries/gateway/gateway.js'
import type { CountryCode, Party } from '../../domain/request/invoice-request.js'
import type { Clock } from '../../domain/clock.js'
import type { ReceivingCompanies } from './receiving-companies.js'

/** The dependencies of `TestArrivals`. */
interface TestArrivalsDeps extends TakeInDeps {
  readonly companies: Pick<ReceivingCompanies, 'withNumber'>
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
    const { companies, clock } = this.#deps
    const { scope, invoiceId, invoice, xml, pdf } = submission
    for (const company of await companies.withNumber(scope, numbersOf(invoice.customer))) {
      try {
        await takeIn(
          this.#deps,
          { ...scope, actor: 'processor:test-arrivals', correlationId, causationId: correlationId },
          {
            company,
            country,
            channel: 'simulated',
            govId,
            identity: `${country} ${govId}`,
            bytes: pdf ?? xml,
            arrivedAt: clock.now(),
            sentAs: invoiceId,
          },
        )
      } catch (error) {
        // It arrived, and was erased at the end of its retention.
        if (!(error instanceof StreamErased)) throw error
      }
    }
  }
}

/** The numbers by which a document names its buyer, as companies have them. */
function numbersOf({ vatNumber, legalRegistration, nationalId, siret }: Party): readonly string[] {
  const numbers = [vatNumber, legalRegistration?.id, nationalId, siret?.slice(0, 9)]
  return [...new Set(numbers.filter((number): number is string => number !== undefined && number !== ''))]
}
