import type { AnswerFinding } from '../../commands/received.js'
import type { CommandDeps } from '../../commands/handle.js'
import { ANSWERED_DOCUMENT, type AnsweredDocument } from '../../countries/answered-document.js'
import type { Country } from '../../countries/country.js'
import type { Access, NoAnswer } from '../../countries/gateway/access.js'
import type { AnswerDesk, Answering, SentAnswer } from '../../countries/gateway/answering.js'
import type { GatewayFor } from '../../countries/gateways.js'
import type { Judging } from '../../documents/judging/port.js'
import type { Scope, StreamEvent } from '../../domain/event.js'
import { LARGE_BYTES } from '../../domain/large-work.js'
import type {
  GivenAnswer,
  InvoiceReceived,
  ReceivedEvent,
  ResponseRequested,
  ResponseSubmitted,
} from '../../domain/received.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import type { DocumentStore } from '../../storage/documents/document-store.js'
import { resolveDocument } from '../../storage/documents/invoice-content.js'
import { fitted } from '../work/event-texts.js'
import type { Lease } from '../work/job.js'
import { showSender } from './test-answers.js'

/** The dependencies of `answerStep`. */
export interface AnswerStepDeps extends CommandDeps {
  readonly countryOf: (code: CountryCode) => Country
  readonly gatewayFor: GatewayFor
  readonly documents: DocumentStore
  /** Where large documents are read; absent: in this thread. */
  readonly judging?: Pick<Judging, 'message'>
}

/** An open answer in the stream of its received invoice. */
export interface AnswerInStream {
  readonly answer: GivenAnswer
  readonly received: InvoiceReceived['data']
  readonly events: readonly StreamEvent<ReceivedEvent>[]
}

/** Why an answer waits. */
export interface Wait {
  readonly seconds: number
  readonly outage: boolean
  readonly waitsFor?: string
  /** Whether what it waits for came meanwhile. */
  readonly missed?: () => Promise<boolean>
  readonly interrupted?: true
}

/** Another worker has taken over, or may have: it continues from the stream. */
export const NOT_MINE: Wait = { seconds: 0, outage: false }

type Step = Promise<AnswerFinding | Wait | NoAnswer>
type Happened = ResponseRequested | ResponseSubmitted
type Unwritten = Omit<SentAnswer, 'answered' | 'document'>

/**
 * The next step of an answer, as a call with the company's connection: an answer is handed in, or
 * one that was handed in is followed.
 */
export function answerStep(
  deps: AnswerStepDeps,
  lease: Lease,
  scope: Scope,
  { answer, received, events }: AnswerInStream,
): (access: Access | null) => Step {
  const { responseId, status } = answer
  const { answering, desk } = waysOf(deps, scope, answer.country)
  const requestedAt = timeOf(eventOf(events, responseId, 'ResponseRequested'))
  return (access) => {
    const unwritten = { ...answer, scope, requestedAt, received, access }
    return status === 'requested'
      ? send(deps, lease, unwritten, answering, desk)
      : follow(deps, lease, unwritten, desk, eventOf(events, responseId, 'ResponseSubmitted'))
  }
}

async function send(
  deps: AnswerStepDeps,
  lease: Lease,
  unwritten: Unwritten,
  answering: Answering,
  desk: AnswerDesk,
): Step {
  const { scope, responseId, received } = unwritten
  const answered = answering.namesDocument === true ? await answeredDocument(deps, scope, received) : null
  const answer = { ...unwritten, answered }
  const sent: SentAnswer = { ...answer, document: answering.write(answer) }
  if (!(await lease.stillMine())) return NOT_MINE
  const outcome = await desk.send(sent, lease)
  if (outcome.kind === 'refused' && !(await lease.stillMine(true))) return NOT_MINE
  if (outcome.kind === 'refused') return failed(responseId, outcome.errorMessage)
  if (outcome.kind !== 'submitted') return lease.lost.aborted ? NOT_MINE : outcome
  const { bytes, mediaType } = sent.document
  const document = await deps.documents.put(scope, bytes, mediaType)
  if (scope.environment === 'test') await showSender(deps, sent, document, received)
  return { type: 'ResponseSubmitted', data: { responseId, reference: outcome.reference, document } }
}

async function follow(
  deps: AnswerStepDeps,
  lease: Lease,
  unwritten: Unwritten,
  desk: AnswerDesk,
  submitted: StreamEvent<ResponseSubmitted>,
): Step {
  const { scope, responseId } = unwritten
  const { reference, document } = submitted.data
  const bytes = await resolveDocument(deps.documents, scope, document.sha256)
  if (!(await lease.stillMine())) return NOT_MINE
  const answer = { ...unwritten, document: { bytes, mediaType: document.mediaType } }
  const outcome = await desk.follow?.(answer, reference, timeOf(submitted))
  if (outcome === undefined || outcome.kind === 'confirmed') return { type: 'ResponseConfirmed', data: { responseId } }
  if (outcome.kind === 'refused') return failed(responseId, outcome.errorMessage)
  if (outcome.kind === 'pending') return { seconds: outcome.retryAfterSeconds, outage: false }
  return outcome
}

function waysOf(
  deps: AnswerStepDeps,
  { environment }: Scope,
  code: CountryCode,
): { readonly answering: Answering; readonly desk: AnswerDesk } {
  const country = deps.countryOf(code)
  const desk = deps.gatewayFor(environment, country)?.answers
  const answering = country.invoicing?.answering
  if (desk === undefined || answering === undefined) throw new Error(`no answers for ${code} in ${environment}`)
  return { answering, desk }
}

/** From the envelope of the network, if it came in one. A large one is read in a thread. */
async function answeredDocument(
  { documents, judging }: AnswerStepDeps,
  scope: Scope,
  { channel, document, files }: InvoiceReceived['data'],
): Promise<AnsweredDocument | null> {
  const envelope = channel === 'peppol' ? files.find(({ kind }) => kind === 'original')?.document : undefined
  const bytes = await resolveDocument(documents, scope, (envelope ?? document).sha256)
  if (judging === undefined || bytes.length < LARGE_BYTES) return ANSWERED_DOCUMENT.read(bytes, null)
  return judging.message({ account: scope.account, whenBusy: 'wait' }, ANSWERED_DOCUMENT, bytes, null)
}

function failed(responseId: string, errorMessage: string): AnswerFinding {
  return { type: 'ResponseFailed', data: { responseId, errorMessage: fitted(errorMessage) } }
}

/** What happened to an answer. */
function eventOf<Type extends Happened['type']>(
  events: readonly StreamEvent<ReceivedEvent>[],
  responseId: string,
  type: Type,
): StreamEvent<Extract<Happened, { type: Type }>> {
  const event = events.find(
    (each): each is StreamEvent<Extract<Happened, { type: Type }>> =>
      each.type === type && 'responseId' in each.data && each.data.responseId === responseId,
  )
  if (event === undefined) throw new Error(`the answer ${responseId} without ${type}`)
  return event
}

function timeOf({ metadata }: StreamEvent<Happened>): Date {
  return new Date(metadata.occurredAt)
}
