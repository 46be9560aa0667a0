import type { Country } from '../../src/countries/country.js'
import type {
  FindOutcome,
  Gateway,
  Hold,
  NoAnswer,
  PollOutcome,
  Submission,
  SubmitOutcome,
} from '../../src/countries/gateway.js'
import type { GatewayFor } from '../../src/countries/gateways.js'
import type { CountryCode } from '../../src/domain/invoice-request.js'
import { scriptedCountry } from '../standins/scripted-government.js'
import type { InvoicePlan } from './story.js'
import type { Host } from './timeline.js'
import type { Scene } from './scene.js'

/** What a government has of an invoice, and what it did. */
interface Case {
  /** Attempts that it has taken: it takes whatever comes to its door, as often as it comes. */
  readonly taken: { readonly attemptId: string; readonly at: number }[]
  refusals: number
  faultsJudging: number
  faultsCalling: number
  polls: number
  /** Milliseconds since 1970: it need not be asked for the decision before then. */
  notBefore: number
  /** How often it was asked before. */
  tooEarly: number
}

/** So often one may ask too early: clocks jump, and claims are taken over. */
const TOO_EARLY = 12

/** The government that is sometimes away; the other is always there. */
const SOMETIMES_AWAY: CountryCode = 'IT'

/** The governments of all countries, hostile by the plan of each invoice. */
export class Governments {
  isAway = false
  /** Everything that was planned against invoices is over. */
  isCalm = false
  readonly #scene: Scene
  readonly #cases = new Map<number, Case>()
  readonly #countries: Readonly<Record<'RO' | 'IT', Country>>

  constructor(scene: Scene) {
    this.#scene = scene
    const country = (code: 'RO' | 'IT'): Country => {
      const { invoicing, ...scripted } = scriptedCountry(NO_GATEWAY)
      if (invoicing === null) throw new Error('the scripted country has no format')
      return {
        ...scripted,
        code,
        invoicing: {
          ...invoicing,
          validate: ({ number }) => {
            const plan = this.#planOf(number)
            const known = this.#caseOf(plan)
            if (known.faultsJudging > 0) {
              known.faultsJudging -= 1
              throw new TypeError('a fault of ours in a rule')
            }
            return plan.breaksRules ? BROKEN : SOUND
          },
          convert: ({ number }) => ({
            xml: `<Invoice>${number}</Invoice>`,
            mediaType: 'application/xml',
            format: 'UBL 2.1',
          }),
        },
      }
    }
    this.#countries = { RO: country('RO'), IT: country('IT') }
  }

  readonly countryOf = (code: CountryCode): Country => (code === 'IT' ? this.#countries.IT : this.#countries.RO)

  /** How many times a government has an invoice. */
  takenOf(number: number): number {
    return this.#cases.get(number)?.taken.length ?? 0
  }

  /** The governments as a process calls them. */
  gatewayFor(host: Host): GatewayFor {
    const gateway = (country: CountryCode): Gateway => ({
      submit: (submission, hold) => this.#submit(host, country, submission, hold),
      find: (submission) => this.#find(host, country, submission),
      poll: (submission, uploadId) => this.#poll(host, country, submission, uploadId),
    })
    const all = new Map(Object.keys(this.#countries).map((code) => [code, gateway(code as CountryCode)]))
    return (_environment, { code }) => all.get(code) ?? null
  }

  #find(host: Host, country: CountryCode, { invoice, attemptId }: Submission): Promise<FindOutcome> {
    const plan = this.#planOf(invoice.number)
    return this.#answered(host, country, plan, 'find', () => {
      const known = this.#caseOf(plan)
      this.#mayFault(known)
      const taken = known.taken.find((each) => each.attemptId === attemptId)
      if (taken === undefined) return { kind: 'unknown' }
      const { foundAfterSeconds, hasTwoNumbers } = plan
      const { now } = this.#scene.timeline
      if (!this.isCalm && now < taken.at + foundAfterSeconds * 1000) return awayFor('invoice', 2)
      return {
        kind: 'known',
        uploadId: `${hasTwoNumbers ? 'second' : 'first'} number of ${attemptId}`,
        govEndpoint: 'gov',
      }
    })
  }

  #submit(host: Host, country: CountryCode, submission: Submission, hold?: Hold): Promise<SubmitOutcome> {
    const plan = this.#planOf(submission.invoice.number)
    const { attemptId } = submission
    let isLost = false
    const take = (): SubmitOutcome => {
      // The last look, with nothing but the effect behind it.
      if (hold !== undefined && !hold.isHeld()) return awayFor('invoice', 1)
      const known = this.#caseOf(plan)
      this.#mayFault(known)
      if (known.refusals > 0) {
        known.refusals -= 1
        return { kind: 'refused', errorMessage: 'not today' }
      }
      const { now } = this.#scene.timeline
      isLost = plan.losesAnswer && known.taken.length === 0 && !this.isCalm
      known.taken.push({ attemptId, at: now })
      this.#scene.taken(plan, attemptId, known.taken.length)
      return { kind: 'submitted', uploadId: `first number of ${attemptId}`, govEndpoint: 'gov' }
    }
    return this.#answered<SubmitOutcome>(host, country, plan, 'submit', take, () =>
      isLost ? awayFor('invoice', 1) : null,
    )
  }

  #poll(host: Host, country: CountryCode, { invoice }: Submission, uploadId: string): Promise<PollOutcome> {
    const plan = this.#planOf(invoice.number)
    return this.#answered(host, country, plan, 'poll', () => {
      const known = this.#caseOf(plan)
      this.#mayFault(known)
      const { now } = this.#scene.timeline
      if (now < known.notBefore) known.tooEarly += 1
      if (known.tooEarly > TOO_EARLY) {
        this.#scene.fail(`the government was asked for invoice ${plan.number} again and again, without a pause`)
      }
      if (known.polls > 0) {
        known.polls -= 1
        const retryAfterSeconds = 1 + (plan.number % 5)
        known.notBefore = now + retryAfterSeconds * 900
        return { kind: 'pending', retryAfterSeconds }
      }
      if (!plan.isAccepted) return { kind: 'rejected', errorMessage: 'no such customer', document: null }
      return { kind: 'accepted', govId: uploadId, govMessage: 'ok', receipt: null }
    })
  }

  /**
   * A call that takes its time. What the process does right before the effect happens in the
   * process, and the effect at once with it; then the answer travels, if it comes.
   */
  #answered<Outcome>(
    host: Host,
    country: CountryCode,
    plan: InvoicePlan,
    what: string,
    effect: () => Outcome | NoAnswer,
    instead: () => NoAnswer | null = () => null,
  ): Promise<Outcome | NoAnswer> {
    const { timeline, network } = this.#scene
    return new Promise((resolve, reject) => {
      if (what === 'submit') host.about('upload')
      timeline.after(network.latency(), host, () => {
        this.#scene.tell(host, () => `${what} invoice ${plan.number} at the government`)
        const answer = (work: () => void, milliseconds = network.latency()): void => {
          timeline.after(milliseconds, host, work)
        }
        if (this.isAway && country === SOMETIMES_AWAY) {
          answer(() => {
            resolve(awayFor('government', 1))
          })
          return
        }
        const silentMs = this.isCalm ? 0 : plan.silentSeconds * 1000
        try {
          const outcome = effect()
          answer(() => {
            resolve(instead() ?? outcome)
          }, network.latency() + silentMs)
        } catch (error) {
          answer(() => {
            reject(error)
          })
        }
      })
    })
  }

  #mayFault(known: Case): void {
    if (known.faultsCalling === 0) return
    known.faultsCalling -= 1
    throw new TypeError('a fault of ours in a gateway')
  }

  #planOf(number: string): InvoicePlan {
    return this.#scene.planOf(Number(number))
  }

  #caseOf({ number, refusals, faultsJudging, faultsCalling, polls }: InvoicePlan): Case {
    const known = this.#cases.get(number)
    if (known !== undefined) return known
    const fresh: Case = { taken: [], refusals, faultsJudging, faultsCalling, polls, notBefore: 0, tooEarly: 0 }
    this.#cases.set(number, fresh)
    return fresh
  }
}

const SOUND = { valid: true, findings: [], findingsTotal: 0, rulesChecked: 7 } as const

const BROKEN = {
  valid: false,
  findings: [{ rule: 'BR-1', severity: 'fatal', message: 'broken', path: 'number', fix: 'mend it' }],
  findingsTotal: 1,
  rulesChecked: 7,
} as unknown as typeof SOUND

/** Each process calls by a gateway of its own. */
const NO_GATEWAY = null as unknown as Gateway

function awayFor(concerns: 'government' | 'invoice', retryAfterSeconds: number): NoAnswer {
  return { kind: 'unavailable', reason: 'no answer', retryAfterSeconds, concerns }
}
