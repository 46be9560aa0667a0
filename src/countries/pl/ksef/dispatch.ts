import type { Exhausted, Submission } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { hasAttachment } from './attachment.js'
import { BATCH_PATH, type Batches, type BatchSent, isOffline, type Member } from './batches.js'
import { Bounded } from './bounded.js'
import type { Taxpayer } from './credentials.js'
import { unanswered } from './failures.js'
import type { Sender, Sent } from './send.js'
import { placeInBatch } from './upload-id.js'

/** The state of a company. */
interface Standing {
  /** Until then, the calls that send single invoices are used up. */
  exhausted: Exhausted | null
  /** No batch is tried before. */
  batchesFrom: number
  /** KSeF takes a batch as a whole for an offline one, or not. */
  readonly gatherings: Map<boolean, Gathering>
}

/** A batch that was not sent yet. */
interface Gathering {
  readonly members: Member[]
  bytes: number
  /** Its result, once it was sent. */
  readonly sent: Promise<BatchSent>
  readonly leave: () => void
}

const MOST_STANDINGS = 5_000
/** A shorter wait is no reason for a batch. */
const WORTH_MS = 90_000
/** Seconds for which others may join a batch. */
const GATHER_SECONDS = 3
/** Limits of one batch. KSeF accepts far more; these are packed in memory, all at once. */
const MOST_MEMBERS = 100
const MOST_BYTES = 5_000_000
/** Seconds until the next batch after one that failed as a whole. */
const PAUSE_SECONDS = 600

/**
 * Sends documents one by one, and those with an attachment in batches. When a company's calls for
 * single ones are used up for a while, sends the waiting ones in batches as well.
 */
export class Dispatch {
  readonly #standings = new Bounded<Standing>(MOST_STANDINGS)

  constructor(
    private readonly sender: Sender,
    private readonly batches: Batches,
    private readonly tools: GatewayTools,
  ) {}

  /** Sends it once. `mayBegin` is asked before anything that has an effect. */
  async send(submission: Submission, taxpayer: Taxpayer, mayBegin: () => boolean): Promise<Sent> {
    const standing = this.#of(taxpayer)
    if (hasAttachment(submission.xml)) return this.#attached({ submission, mayBegin }, taxpayer)
    let { exhausted } = standing
    if (exhausted === null || exhausted.until <= this.tools.clock.now()) {
      const sent = await this.sender.send(submission, taxpayer, mayBegin)
      if (sent.kind !== 'exhausted') return sent
      exhausted = sent
      standing.exhausted = sent
    }
    const now = this.tools.clock.now().getTime()
    if (exhausted.until.getTime() - now <= WORTH_MS) return exhausted
    if (now < standing.batchesFrom) return sooner(exhausted, standing.batchesFrom)
    return this.#inBatch({ submission, mayBegin }, taxpayer, exhausted)
  }

  /** A batch failed after it was submitted: invoices are sent one by one for a while. */
  pauseBatches(taxpayer: Taxpayer): void {
    this.#of(taxpayer).batchesFrom = this.tools.clock.now().getTime() + PAUSE_SECONDS * 1000 * this.tools.pace
  }

  /** KSeF accepts a document with an attachment only in a batch. */
  async #attached(member: Member, taxpayer: Taxpayer): Promise<Sent> {
    const now = this.tools.clock.now().getTime()
    const { batchesFrom } = this.#of(taxpayer)
    if (now < batchesFrom) return this.#waiting('the last batch failed', batchesFrom - now)
    return this.#inBatch(member, taxpayer, null)
  }

  /** An attachment waits for the next batch, which no single invoice replaces. */
  #waiting(reason: string, milliseconds: number): Sent {
    const seconds = Math.max(1, milliseconds / 1000 / this.tools.pace)
    return unanswered(`an invoice with an attachment goes in a batch: ${reason}`, seconds, this.tools)
  }

  /** @param exhausted the result if no batch can be sent; null: the document must go in one */
  async #inBatch(member: Member, taxpayer: Taxpayer, exhausted: Exhausted | null): Promise<Sent> {
    const sent = await this.#joined(member, taxpayer)
    switch (sent.kind) {
      case 'closed':
        if (!sent.members.includes(member)) break
        return { kind: 'sent', uploadId: placeInBatch(sent.session, member.submission), path: BATCH_PATH }
      case 'unknown':
        if (!sent.members.includes(member)) break
        return sent.cause
      case 'nothing': {
        const { cause } = sent
        if (exhausted === null)
          return cause.kind === 'failed' ? this.#waiting(cause.reason, PAUSE_SECONDS * 1000 * this.tools.pace) : cause
        if (cause.kind === 'failed') return sooner(exhausted, this.#of(taxpayer).batchesFrom)
        return cause.kind === 'exhausted' ? sooner(exhausted, cause.until.getTime()) : cause
      }
      case 'stopped':
    }
    return unanswered('another worker may have taken over', 1, this.tools)
  }

  /** Waits for others to join, and then for the result. */
  #joined(member: Member, taxpayer: Taxpayer): Promise<BatchSent> {
    const { gatherings } = this.#of(taxpayer)
    const { length } = member.submission.xml
    const kind = isOffline(member)
    const begun = gatherings.get(kind)
    if ((begun?.bytes ?? 0) + length > MOST_BYTES) begun?.leave()
    const gathering = gatherings.get(kind) ?? this.#gathering(gatherings, kind, taxpayer)
    gatherings.set(kind, gathering)
    gathering.members.push(member)
    gathering.bytes += length
    if (gathering.members.length === MOST_MEMBERS) gathering.leave()
    return gathering.sent
  }

  #gathering(gatherings: Standing['gatherings'], kind: boolean, taxpayer: Taxpayer): Gathering {
    const members: Member[] = []
    let leave = (): void => undefined
    const left = new Promise<void>((resolve) => {
      const timer = setTimeout(() => leave(), GATHER_SECONDS * 1000 * this.tools.pace)
      // The batch then begins nothing, so its invoices need not wait for it.
      const { stopping } = this.tools
      const onStop = (): void => leave()
      stopping?.addEventListener('abort', onStop)
      leave = () => {
        clearTimeout(timer)
        stopping?.removeEventListener('abort', onStop)
        gatherings.delete(kind)
        resolve()
      }
    })
    return { members, bytes: 0, sent: left.then(() => this.#sent(taxpayer, members)), leave }
  }

  async #sent(taxpayer: Taxpayer, members: readonly Member[]): Promise<BatchSent> {
    const sent = await this.batches.send(taxpayer, members)
    if (sent.kind === 'nothing' && sent.cause.kind === 'failed') {
      this.pauseBatches(taxpayer)
      this.tools.warn({ government: 'KSeF', taxpayer: taxpayer.key }, `a batch was not sent: ${sent.cause.reason}`)
    }
    return sent
  }

  #of({ key }: Taxpayer): Standing {
    return this.#standings.of(key, () => ({ exhausted: null, batchesFrom: 0, gatherings: new Map() }))
  }
}

/** Until single invoices or batches are possible again. @param batchesFrom in milliseconds */
function sooner(exhausted: Exhausted, batchesFrom: number): Exhausted {
  return { ...exhausted, until: new Date(Math.min(exhausted.until.getTime(), batchesFrom)) }
}
