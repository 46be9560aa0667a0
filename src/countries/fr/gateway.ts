import type {
  Access,
  CheckOutcome,
  CollectOutcome,
  Gateway,
  PaymentOutcome,
  Submission,
  SubmitOutcome,
  Unavailable,
  UploadsOutcome,
} from '../gateway/gateway.js'
import type { Scope } from '../../domain/event.js'
import type { GatewayTools } from '../gateway/gateway-tools.js'
import { GovernmentHttp, callsOf } from '../gateway/government-http.js'
import { ChorusPro } from './chorus/api.js'
import { checkChorus } from './chorus/check.js'
import { deposit } from './chorus/deposit.js'
import { findDeposit } from './chorus/find.js'
import { depositsSince, lookAtDeposit } from './chorus/reconcile.js'
import { pollDeposit } from './chorus/poll.js'
import { Structures } from './chorus/structures.js'
import { collectStates, responseInState } from './chorus/statuses.js'
import { depositIn } from './chorus/upload-id.js'
import { type ChorusAccess, chorusIn, credentialsOf, type PlatformAccess, platformIn } from './credentials.js'
import { unanswered } from './failures.js'
import { FlowService } from './flow-service/api.js'
import { followAnswer, sendAnswer } from './flow-service/answers.js'
import { checkPlatform } from './flow-service/check.js'
import { collect } from './flow-service/collect.js'
import { Directory } from './flow-service/directory.js'
import { find } from './flow-service/find.js'
import { look } from './flow-service/look.js'
import { reconcile, uploadsSince } from './flow-service/reconcile.js'
import { reportPayment } from './flow-service/payment.js'
import { poll } from './flow-service/poll.js'
import { responseInLifeCycle } from './flow-service/responses.js'
import { submit } from './flow-service/submit.js'
import { isByChorusPro } from './parties.js'

const NO_WAY: SubmitOutcome = {
  kind: 'refused',
  errorMessage:
    'The connection only has credentials of Chorus Pro, which accepts invoices to the public sector: submit url and credentials of a platform, and retry',
}
const NO_CHORUS: SubmitOutcome = {
  kind: 'refused',
  errorMessage:
    'The invoice has the form of Chorus Pro, and the connection has no credentials of it: submit them, and retry',
}
const NOTHING: CheckOutcome = { kind: 'refused', reason: 'The connection has neither a platform nor Chorus Pro.' }
const NO_LIST: UploadsOutcome = { kind: 'unlisted', reason: 'the connection has neither a platform nor Chorus Pro' }
const NO_REPORT: PaymentOutcome = {
  kind: 'refused',
  errorMessage: 'Chorus Pro accepts no payment reports: the public accountant makes the payments',
}
const NO_ARRIVALS = 'Chorus Pro only takes invoices: submit url and credentials of the platform that receives them'
const NO_ANSWERS = 'statuses of received invoices go through a platform: submit its url and credentials'

/** The connections to the two systems. */
interface FrenchHttp {
  /** Platforms, at addresses from customers. */
  readonly platforms: GovernmentHttp
  /** PISTE and Chorus Pro, at addresses from the operator. */
  readonly chorus: GovernmentHttp
}

function frenchHttp(tools: GatewayTools): FrenchHttp {
  const { allowPrivateNetwork } = tools
  const watched = callsOf(tools, 'FR')
  return {
    platforms: new GovernmentHttp({ ...watched, customers: { allowPrivateNetwork } }),
    chorus: new GovernmentHttp(watched),
  }
}

/** The system for an invoice. */
type Way =
  | { readonly to: 'platform'; readonly platform: PlatformAccess }
  | { readonly to: 'chorus'; readonly chorus: ChorusAccess }
  | { readonly to: 'nowhere'; readonly refusal: SubmitOutcome }

/**
 * The document was made for one of the systems when the invoice came. Of an invoice from before
 * that decision, the credentials decide.
 */
function wayOf(submission: Submission): Way {
  const credentials = credentialsOf(submission)
  const { invoice } = submission
  const chorus = isByChorusPro(invoice) ? chorusIn(credentials) : null
  if (chorus !== null) return { to: 'chorus', chorus }
  if (invoice.customer.chorusPro === true) return { to: 'nowhere', refusal: NO_CHORUS }
  const platform = platformIn(credentials)
  return platform === null ? { to: 'nowhere', refusal: NO_WAY } : { to: 'platform', platform }
}

/**
 * France: an approved platform of each customer's own choice, by AFNOR XP Z12-013, and Chorus Pro
 * for the public sector.
 */
export function frenchGateway(tools: GatewayTools, http: FrenchHttp = frenchHttp(tools)): Gateway {
  const service = new FlowService(tools, http.platforms)
  const directory = new Directory(service, tools)
  const chorusPro = new ChorusPro(tools, http.chorus)
  const structures = new Structures(chorusPro, tools)
  // The invoice was sent through a system that has been removed from the connection since.
  const lost = (what: string): Unavailable =>
    unanswered(`the invoice was sent through ${what}, for which the connection no longer has credentials`, 600, tools)
  return {
    async submit(submission, lease) {
      const way = wayOf(submission)
      if (way.to === 'chorus') return deposit(chorusPro, structures, tools, submission, way.chorus, lease)
      return way.to === 'nowhere' ? way.refusal : submit(service, directory, tools, submission, way.platform, lease)
    },
    async find(submission) {
      const way = wayOf(submission)
      if (way.to === 'chorus') return findDeposit(chorusPro, tools, submission, way.chorus)
      if (way.to === 'platform') return find(service, tools, submission, way.platform)
      const { scope, attemptId } = submission
      return (await tools.uploads.find(scope, attemptId)) === null ? { kind: 'unknown' } : lost('a platform')
    },
    async poll(submission, uploadId, submittedAt) {
      const credentials = credentialsOf(submission)
      const key = depositIn(uploadId)
      const chorus = chorusIn(credentials)
      const platform = platformIn(credentials)
      if (key !== null)
        return chorus === null
          ? lost('Chorus Pro')
          : pollDeposit(chorusPro, tools, submission, chorus, key, submittedAt)
      return platform === null ? lost('a platform') : poll(service, tools, submission, platform, uploadId, submittedAt)
    },
    async reconcile(submission, uploadId, govId) {
      const credentials = credentialsOf(submission)
      const key = depositIn(uploadId)
      const chorus = chorusIn(credentials)
      const platform = platformIn(credentials)
      if (key !== null)
        return chorus === null ? lost('Chorus Pro') : lookAtDeposit(chorusPro, tools, submission, chorus, key)
      return platform === null ? lost('a platform') : reconcile(service, tools, submission, platform, uploadId, govId)
    },
    async uploadsSince({ credentials }, since) {
      const platform = platformIn(credentials)
      const chorus = chorusIn(credentials)
      const ofPlatform = platform === null ? null : await uploadsSince(service, tools, platform, since)
      const deposits = chorus === null ? null : await depositsSince(chorusPro, tools, chorus, since)
      return listedTogether(ofPlatform, deposits)
    },
    async check({ credentials, vatNumber }) {
      const platform = platformIn(credentials)
      const chorus = chorusIn(credentials)
      const checked = [
        ...(platform === null
          ? []
          : [await checkPlatform(service, tools, platform, () => directory.entriesOf(platform, vatNumber.slice(-9)))]),
        ...(chorus === null ? [] : [await checkChorus(chorusPro, chorus)]),
      ]
      return together(checked)
    },
    async collect(scope, access, since) {
      return collectAll(service, chorusPro, tools, scope, access, since)
    },
    arrivals: {
      channel: 'flow-service',
      everySeconds: 300,
      obstacle: ({ credentials }) => (platformIn(credentials) === null ? NO_ARRIVALS : null),
      async look(wanted) {
        const platform = platformIn(wanted.access.credentials)
        return platform === null ? unanswered(NO_ARRIVALS, 600, tools) : look(service, tools, platform, wanted)
      },
    },
    answers: {
      async send(answer, lease) {
        const platform = answer.access && platformIn(answer.access.credentials)
        return platform === null
          ? unanswered(NO_ANSWERS, 600, tools)
          : sendAnswer(service, tools, platform, answer, lease)
      },
      async follow(answer, reference, submittedAt) {
        const platform = answer.access && platformIn(answer.access.credentials)
        return platform === null
          ? unanswered(NO_ANSWERS, 600, tools)
          : followAnswer(service, tools, platform, answer, reference, submittedAt)
      },
    },
    responseIn: (message) => responseInState(message) ?? responseInLifeCycle(message),
    async reportPayment(submission, _govId, payment, lease) {
      const way = wayOf(submission)
      if (way.to === 'chorus') return NO_REPORT
      return way.to === 'nowhere'
        ? lost('a platform')
        : reportPayment(service, tools, submission, way.platform, payment, lease)
    },
  }
}

/** The next step of the user; if both systems work, both results. */
function together(checked: readonly CheckOutcome[]): CheckOutcome {
  const refused = checked.find(({ kind }) => kind === 'refused') ?? checked.find(({ kind }) => kind === 'unknown')
  if (refused !== undefined) return refused
  const details = checked.flatMap((each) => (each.kind === 'works' ? [each.detail] : []))
  return details.length === 0 ? NOTHING : { kind: 'works', detail: details.join(' ') }
}

/** The lists of both systems; no result if one of them has none. */
function listedTogether(one: UploadsOutcome | null, other: UploadsOutcome | null): UploadsOutcome {
  if (one?.kind !== 'uploads' || other?.kind !== 'uploads')
    return [one, other].find((each) => each !== null && each.kind !== 'uploads') ?? one ?? other ?? NO_LIST
  return { kind: 'uploads', uploads: [...one.uploads, ...other.uploads] }
}

/**
 * The messages of both systems; if one has failed, `until` stays and the other's messages count.
 */
async function collectAll(
  service: FlowService,
  chorusPro: ChorusPro,
  tools: GatewayTools,
  scope: Scope,
  { credentials, vatNumber }: Access,
  since: Date | null,
): Promise<CollectOutcome> {
  const platform = platformIn(credentials)
  const chorus = chorusIn(credentials)
  const life = platform === null ? null : await collect(service, tools, scope, platform, since)
  const states = chorus === null ? null : await collectStates(chorusPro, tools, scope, chorus, vatNumber, since)
  if (life === null || states === null)
    return life ?? states ?? { kind: 'messages', messages: [], until: since ?? tools.clock.now() }
  if (life.kind === 'messages' && states.kind === 'messages')
    return { kind: 'messages', messages: [...life.messages, ...states.messages], until: life.until }
  const [fetched, failed] = life.kind === 'messages' ? [life, states] : [states, life]
  if (fetched.kind !== 'messages' || fetched.messages.length === 0) return failed
  return { kind: 'messages', messages: fetched.messages, until: since ?? new Date(0) }
}
