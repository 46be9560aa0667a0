import type { GatewayFor } from '../../countries/gateways.js'
import type { Country } from '../../countries/country.js'
import type { Answering } from '../../countries/gateway/answering.js'
import type { Scope } from '../../domain/event.js'
import type { RandomBytes } from '../../domain/ids.js'
import { conflict, invalidField, unknown } from '../../domain/refusal.js'
import {
  type Answer,
  ANSWER_CODES,
  type AnswerCode,
  type InvoiceReceived,
  received,
  type ReceivedEvent,
  type ReceivedState,
  type ReceivingChannel,
} from '../../domain/received.js'
import { lengthOf } from '../../domain/text.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import { hasHappened, idFor } from '../command-id.js'
import { type CommandDeps, handle, type Loaded, type ScopedContext, scopeOf } from '../handle.js'
import { loadOwned } from '../owned.js'
import { MOST_ANSWERS, requestResponse } from '../received.js'
import { withoutConnection } from './closed-connection.js'
import { connectedCountries } from './receiving.js'

/** The dependencies of `answerReceived`. */
interface AnswerDeps extends CommandDeps {
  readonly random: RandomBytes
  readonly countryOf: (code: CountryCode) => Country
  readonly gatewayFor: GatewayFor
}

/** An answer as the caller gives it. */
export interface WantedAnswer {
  /** One of `ANSWER_CODES`; any other is refused with those that the country has. */
  readonly code: string
  readonly reason?: string
  readonly reasonCode?: string
  /** In the invoice's currency. */
  readonly amount?: number
  /** `YYYY-MM-DD`. */
  readonly date?: string
}

/**
 * Gives the sender of a received invoice an answer; it is sent soon. Refuses unknown invoices,
 * codes that the country has not, missing reasons, and a further answer after a final one.
 */
export async function answerReceived(
  deps: AnswerDeps,
  context: ScopedContext,
  receivedId: string,
  wanted: WantedAnswer,
): Promise<{ readonly responseId: string; readonly loaded: Loaded<ReceivedState, ReceivedEvent> }> {
  const owned = await loadOwned(deps.store, scopeOf(context), received, 'Received', receivedId)
  if (owned === null || owned.loaded.state.status === 'none') throw unknown('received invoice')
  const { stream, loaded } = owned
  const { facts } = owned.loaded.state
  const country = await countryOfAnswers(deps, scopeOf(context), facts)
  const { name, invoicing } = deps.countryOf(country)
  const { code, nationalCode, answering } = codeIn(wanted.code, name, invoicing?.answering)
  // One that was given before this request came again stays.
  if (!hasHappened(context, stream, loaded)) await mustTakeAnswers(deps, context, facts, country, answering)
  const answer: Answer = {
    responseId: idFor(context, 'rsp', deps.random),
    country,
    code,
    nationalCode,
    ...reasonOf(wanted, code, name, answering),
    amount: amountOf(wanted.amount),
    date: wanted.date ?? null,
  }
  const outcome = await handle(deps, context, received, stream, requestResponse(answer), loaded)
  if (outcome.kind === 'done') return { responseId: answer.responseId, loaded: outcome.loaded }
  switch (outcome.rejection) {
    case 'unknown':
      throw unknown('received invoice')
    case 'final':
      throw conflict('The invoice already has a final answer; after an approval only `paid` may follow')
    case 'too_many':
      throw conflict(`The invoice has ${MOST_ANSWERS} answers, which is the limit`)
  }
}

async function mustTakeAnswers(
  deps: AnswerDeps,
  context: ScopedContext,
  facts: InvoiceReceived['data'],
  country: CountryCode,
  answering: Answering,
): Promise<void> {
  const desk = deps.gatewayFor(context.environment, deps.countryOf(country))?.answers
  const barred = answering.barred?.(facts, deps.clock.now()) ?? (await desk?.barred?.(scopeOf(context), facts)) ?? null
  if (barred !== null) throw barred.kind === 'never' ? invalidField('code', barred.message) : conflict(barred.message)
  const of = { companyId: facts.companyId, country }
  const refusal = await withoutConnection(deps, scopeOf(context), of, 'nothing can be sent to the supplier')
  if (refusal !== null) throw refusal
}

/** Whose government brings answers to what came by a channel; null: several countries use it. */
const COUNTRY_OF_CHANNEL: Readonly<Record<ReceivingChannel, CountryCode | null>> = {
  anaf: 'RO',
  ksef: 'PL',
  sdi: 'IT',
  invoicetronic: 'IT',
  'flow-service': 'FR',
  peppol: null,
  // The simulated government of the document's country.
  simulated: null,
}

/** Countries whose connections lead to the Peppol network. */
const PEPPOL_COUNTRIES: readonly CountryCode[] = ['BE', 'DE']

/** The country whose answers a received invoice takes. */
export async function countryOfAnswers(
  deps: Pick<CommandDeps, 'store' | 'snapshots'>,
  scope: Scope,
  { channel, country, companyId }: Pick<InvoiceReceived['data'], 'channel' | 'country' | 'companyId'>,
): Promise<CountryCode> {
  const fixed = COUNTRY_OF_CHANNEL[channel]
  if (fixed !== null) return fixed
  if (channel !== 'peppol') return country
  // The document may be of another country than the company's way into the network.
  const connected = await connectedCountries(deps, scope, companyId)
  const ways = PEPPOL_COUNTRIES.includes(country) ? [country, ...PEPPOL_COUNTRIES] : PEPPOL_COUNTRIES
  const [standard = 'BE'] = ways
  return ways.find((code) => connected.includes(code)) ?? standard
}

/** The code in the words of the country. */
function codeIn(
  code: string,
  name: string,
  answering: Answering | undefined,
): { readonly code: AnswerCode; readonly nationalCode: string; readonly answering: Answering } {
  const known = ANSWER_CODES.find((each) => each === code)
  const national = known && answering?.codes[known]
  if (answering && known && national) return { code: known, nationalCode: national.code, answering }
  const codes = ANSWER_CODES.filter((each) => answering?.codes[each] !== undefined)
  if (codes.length === 0) throw invalidField('code', `can't be given: ${name} has no answers to received invoices`)
  throw invalidField('code', `is none that ${name} has: ${codes.join(', ')}`)
}

function reasonOf(
  { reason, reasonCode }: WantedAnswer,
  code: AnswerCode,
  name: string,
  { needReason = [], longestReason, reasonCodes }: Answering,
): Pick<Answer, 'reason' | 'reasonCode'> {
  if (reason === undefined && (code === 'rejected' || needReason.includes(code)))
    throw invalidField('reason', `is needed with the code ${code}: the sender has to know why`)
  if (longestReason !== undefined && lengthOf(reason ?? '') > longestReason)
    throw invalidField('reason', `has at most ${longestReason} characters in ${name}`)
  if (reasonCodes === undefined) {
    if (reasonCode !== undefined) throw invalidField('reasonCode', `can't be given: ${name} has no codes of reasons`)
    return { reason: reason ?? null, reasonCode: null }
  }
  const { list, codes, standard, neededFor, only = {} } = reasonCodes
  if (reasonCode !== undefined && !Object.hasOwn(codes, reasonCode))
    throw invalidField('reasonCode', `is none of the list ${list}: ${Object.keys(codes).join(', ')}`)
  const allowed = reasonCode === undefined ? undefined : only[reasonCode]
  if (allowed !== undefined && !allowed.includes(code))
    throw invalidField('reasonCode', `may stand only with the code ${allowed.join(', ')}`)
  const isNeeded = reason !== undefined || neededFor.includes(code)
  return { reason: reason ?? null, reasonCode: reasonCode ?? (isNeeded ? standard : null) }
}

function amountOf(amount: number | undefined): string | null {
  if (amount === undefined) return null
  if (!/^\d+(?:\.\d{1,2})?$/.test(String(amount))) throw invalidField('amount', 'has more than two decimals')
  return amount.toFixed(2)
}
