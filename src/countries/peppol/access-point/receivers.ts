import type { Clock } from '../../../domain/clock.js'
import type { Addressed, ParticipantOutcome, ReceivingOutcome } from '../../gateway/gateway.js'
import { type GatewayTools, readingFor } from '../../gateway/gateway-tools.js'
import { suitedFormat } from '../receiving.js'
import { DOCUMENT_KIND, type ModelOf, participantsOf } from './route.js'
import { keepNewest } from '../../../domain/keep-newest.js'

const KEPT_MS = 5 * 60_000
/** Without an answer: so long no other invoice waits for the same directory or register. */
const KEPT_UNKNOWN_MS = 30_000
const MOST_KEPT = 1_000

interface Known {
  readonly outcome: Promise<ParticipantOutcome>
  /** Milliseconds since the epoch. */
  readonly askedAt: number
  until: number
}

/**
 * Checks before the conversion of invoices which documents their receivers accept. Answers are
 * cached: a register changes rarely, and a directory that does not answer must not delay each
 * invoice. The access point looks the receiver up again when it sends.
 */
export class Receivers {
  /** The oldest first. */
  readonly #known = new Map<string, Known>()

  constructor(
    private readonly tools: Pick<GatewayTools, 'readFor'> & { readonly clock: Clock },
    private readonly modelOf: ModelOf,
    private readonly ask: (participantId: string) => Promise<ParticipantOutcome>,
  ) {}

  async suited(addressed: Addressed): Promise<ReceivingOutcome> {
    const { invoice, formats } = addressed
    const participants = participantsOf(addressed, this.modelOf)
    // Without a receiver the submission fails with the text of access points.
    if ('errorMessage' in participants) return { kind: 'unknown', reason: null }
    const { receiver } = participants
    const outcome = await this.#outcome(receiver)
    switch (outcome.kind) {
      case 'registered':
        break
      case 'unregistered':
        // The access point decides, which may use another network than our directory.
        return { kind: 'unknown', reason: null }
      default:
        return { kind: 'unknown', reason: outcome.reason }
    }
    const { documentTypes } = outcome
    if (documentTypes.length === 0)
      return { kind: 'unknown', reason: `the register lists no document types of ${receiver}` }
    const posted = await this.#posted(addressed)
    if (posted === undefined) return { kind: 'unknown', reason: null }
    const suited = suitedFormat({ receiver, invoice, formats, posted, modelOf: this.modelOf }, documentTypes)
    // After the buyer has registered, a retry must succeed soon.
    if (suited.kind === 'unsuitable') this.#forgetSoon(receiver)
    return suited
  }

  /** The document type of the caller's XML; null: there is none; undefined: not to be read. */
  async #posted({ scope, xml }: Addressed): Promise<string | null | undefined> {
    if (xml === null) return null
    const kind = await readingFor(this.tools, scope)(DOCUMENT_KIND, xml, null)
    return 'errorMessage' in kind ? undefined : kind.documentType
  }

  #forgetSoon(receiver: string): void {
    const known = this.#known.get(receiver.toLowerCase())
    if (known !== undefined) known.until = Math.min(known.until, known.askedAt + KEPT_UNKNOWN_MS)
  }

  async #outcome(receiver: string): Promise<ParticipantOutcome> {
    const key = receiver.toLowerCase()
    const now = this.tools.clock.now().getTime()
    const known = this.#known.get(key)
    if (known !== undefined && now < known.until) return known.outcome
    const asked: Known = { outcome: this.ask(receiver), askedAt: now, until: now + KEPT_UNKNOWN_MS }
    keepNewest(this.#known, key, asked, MOST_KEPT)
    const outcome = await asked.outcome
    if (outcome.kind === 'registered' || outcome.kind === 'unregistered') asked.until = now + KEPT_MS
    return outcome
  }
}
