import type { Country, Invoicing, Judgement } from '../../src/countries/country.js'
import type {
  Addressed,
  FindOutcome,
  Gateway,
  OfflineOutcome,
  OfflineSubmission,
  Payment,
  PaymentOutcome,
  PollOutcome,
  ReceivingOutcome,
  Submission,
  SubmitOutcome,
} from '../../src/countries/gateway/gateway.js'

/** What a government answers, call by call; the last answer of each list stays. */
export interface Script {
  readonly convert?: Invoicing['convert']
  readonly judgement?: Judgement
  readonly submit?: readonly SubmitOutcome[]
  readonly find?: readonly FindOutcome[]
  readonly poll?: readonly PollOutcome[]
  /** Absent: all receivers accept all formats. */
  readonly receivable?: readonly ReceivingOutcome[]
  /** Absent: it has no invoices that are handed out before it has them. */
  readonly offline?: OfflineOutcome
  /** Absent: it wants no reports of payments. */
  readonly report?: readonly PaymentOutcome[]
}

/** The government has taken the document. */
export const SUBMITTED: SubmitOutcome = {
  kind: 'submitted',
  uploadId: '3828',
  govEndpoint: 'https://gov.example/upload',
}
/** The government does not answer; it is to be asked again after 60 seconds. */
export const AWAY = {
  kind: 'unavailable',
  reason: 'no answer',
  retryAfterSeconds: 60,
  concerns: 'government',
} as const
/** The government has not decided yet; it is to be asked again after 30 seconds. */
export const PENDING: PollOutcome = { kind: 'pending', retryAfterSeconds: 30 }
/** The government has accepted the document and gives a receipt. */
export const ACCEPTED: PollOutcome = {
  kind: 'accepted',
  govId: '3001',
  govMessage: 'ok',
  receipt: { bytes: Buffer.from('<ok/>'), mediaType: 'application/xml' },
}

/** A country whose government follows a script and which notes every call that it gets. */
export class ScriptedGovernment {
  readonly calls: string[] = []
  /** What came with each call. */
  readonly submissions: Submission[] = []
  /** When the document was taken, as each question for the decision said. */
  readonly polledAt: Date[] = []
  /** The invoices whose receivers were looked up. */
  readonly addressed: Addressed[] = []
  /** The invoices that were to be issued before the government has them. */
  readonly issued: OfflineSubmission[] = []
  /** The payments that were reported. */
  readonly payments: Payment[] = []
  readonly country: Country
  readonly gateway: Gateway
  /** Called with the name of each call, before its answer. */
  onCall: (name: string) => void = () => undefined

  constructor(script: Script = {}) {
    const answer = <T>(name: string, submission: Submission, answers: readonly T[]): Promise<T> => {
      const earlier = this.calls.filter((call) => call === name).length
      this.calls.push(name)
      this.onCall(name)
      this.submissions.push(submission)
      const next = answers[Math.min(earlier, answers.length - 1)]
      if (next === undefined) throw new Error(`${name} was not expected`)
      return Promise.resolve(next)
    }
    this.gateway = {
      submit: (submission) => answer('submit', submission, script.submit ?? [SUBMITTED]),
      find: (submission) => answer('find', submission, script.find ?? [{ kind: 'unknown' }]),
      poll: (submission, _uploadId, submittedAt) => {
        this.polledAt.push(submittedAt)
        return answer('poll', submission, script.poll ?? [PENDING])
      },
      ...(script.receivable && {
        receivable: (addressed) => {
          this.addressed.push(addressed)
          const next = script.receivable?.[Math.min(this.addressed.length, script.receivable.length) - 1]
          if (next === undefined) throw new Error('receivable was not expected')
          return Promise.resolve(next)
        },
      }),
      ...(script.offline && {
        issueOffline: (submission) => {
          this.issued.push(submission)
          if (script.offline === undefined) throw new Error('no offline invoice was expected')
          return script.offline
        },
      }),
      ...(script.report && {
        reportPayment: (submission, _govId, payment) => {
          this.payments.push(payment)
          return answer('report', submission, script.report ?? [])
        },
      }),
    }
    this.country = scriptedCountry(this.gateway, script)
  }
}

/**
 * Romania in all that matters to the pipeline, with rules and a converter that do as the script
 * says.
 */
export function scriptedCountry(gateway: Gateway, { judgement, convert }: Script = {}): Country {
  return {
    code: 'RO',
    name: 'Romania',
    language: 'ro',
    timeZone: 'Europe/Bucharest',
    vat: { description: 'any', normalise: (vatNumber) => vatNumber },
    setup: { kind: 'oauth', client: () => null, clientSetting: 'ANAF_CLIENT_ID' },
    documents: [],
    invoicing: {
      formats: ['ubl', 'cii'],
      terms: new Set(),
      formatOf: ({ format }) => (format === 'cii' ? 'CII' : 'UBL 2.1 CIUS-RO'),
      documentFormatOf: ({ format = 'ubl' }) => format,
      ownRules: [],
      validate: () => judgement ?? { valid: true, findings: [], findingsTotal: 0, rulesChecked: 7 },
      convert: convert ?? (() => ({ xml: '<Invoice/>', mediaType: 'application/xml', format: 'UBL 2.1 CIUS-RO' })),
      model: () => {
        throw new Error('a scripted country has no model')
      },
      asRequest: () => {
        throw new Error('a scripted country converts no documents')
      },
      read: () => {
        throw new Error('a scripted country reads no documents')
      },
      totals: () => ({ netAmount: '200.00', vatAmount: '42.00', grossAmount: '242.00' }),
      explain: (raw) => ({ errorTranslated: `means: ${raw}`, errorFix: 'correct it' }),
      simulator: { offeredCodes: [], rejectionText: () => null, gateway: () => gateway },
    },
  }
}
