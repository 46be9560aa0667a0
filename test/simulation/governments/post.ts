import type { BuyerResponse, Submission } from '../../../src/countries/gateway/gateway.js'
import type { Channel, GovernmentMessage } from '../../../src/countries/gateway/mailbox.js'
import type { Scope } from '../../../src/domain/event.js'
import { isOutage } from '../../../src/eventstore/outage.js'
import { Chance } from '../chance.js'
import type { Scene } from '../scene.js'
import type { Host } from '../timeline.js'
import { type Case, numberOf } from './cases.js'

/** What a message says, as JSON. */
type Content =
  | { readonly kind: 'decision'; readonly govId: string }
  /** The upload under this number repeats one that was taken before. */
  | { readonly kind: 'repetition'; readonly number: string }
  | { readonly kind: 'response'; readonly code: string }

/** A message that waits to be fetched. */
interface Fetched {
  /** When it was written, and when a search shows it, in milliseconds since 1970. */
  readonly at: number
  readonly shownAt: number
  readonly account: string
  readonly message: GovernmentMessage
}

/** Messages are shown so many milliseconds after they were written. */
const SHOWN_AFTER_MS = [0, 2_000] as const
/** Who is not answered tries again after so many milliseconds. */
const AGAIN_MS = [500, 3_000] as const

/**
 * Unsolicited messages of governments: to our door, until it is answered, or for us to
 * fetch. Some of it comes twice, late, or in another order.
 */
export class Post implements Host {
  readonly name = 'governments'
  readonly isDead = false
  readonly standsStillUntil = 0
  readonly #scene: Scene
  readonly #chance: Chance
  readonly #fetched: Fetched[] = []
  /** The ids of the responses that were written, by invoice. */
  readonly #responses = new Map<number, string[]>()
  #underway = 0

  constructor(scene: Scene, seed: number) {
    this.#scene = scene
    this.#chance = new Chance(seed, 'post')
  }

  /** No government stumbles. */
  about(): void {
    return
  }

  /** Whether nothing is left to be brought. */
  get isQuiet(): boolean {
    return this.#underway === 0
  }

  /** The ids of the messages by which buyers have responded to an invoice, or will. */
  responsesTo(number: number): readonly string[] {
    return this.#responses.get(number) ?? []
  }

  /** What was written since a moment and is shown, oldest first. */
  fetch(account: string, since: number): readonly GovernmentMessage[] {
    const { now } = this.#scene.timeline
    return this.#fetched
      .filter((each) => each.account === account && each.at >= since && each.shownAt <= now)
      .sort((one, other) => one.at - other.at)
      .map(({ message }) => message)
  }

  /**
   * A document was taken under its first number: decides on it after the time that is planned,
   * contains the decision, and what the buyer says; each again as often as planned. `references`:
   * of what the messages speak.
   */
  taken(channel: Channel, known: Case, { scope, attemptId }: Submission, references: readonly string[]): void {
    const { plan } = known
    const { number, isNotified, repeatedNotifications, isAccepted, responses } = plan
    const decidesAt = this.#scene.timeline.now + plan.decidesAfterSeconds * 1000
    known.decidesAt = decidesAt
    const write = (id: string, content: Content, delayMs: number): void => {
      for (let time = 0; time <= repeatedNotifications; time++) {
        const at = decidesAt + delayMs + time * this.#chance.between(100, 20_000)
        this.#write({ channel, scope, id, content, references, at })
      }
    }
    if (isNotified)
      write(
        `decision on ${attemptId}`,
        { kind: 'decision', govId: numberOf(attemptId) },
        plan.notifiedAfterSeconds * 1000,
      )
    if (!isAccepted) return
    const ids = Array.from({ length: responses }, (_, place) => `response ${place + 1} on ${attemptId}`)
    this.#responses.set(number, ids)
    for (const id of ids) write(id, { kind: 'response', code: id }, this.#chance.between(0, 15_000))
  }

  /** An upload was recognised as a repetition. */
  repeated(channel: Channel, { scope }: Submission, number: string, references: readonly string[]): void {
    const content = { kind: 'repetition', number } as const
    this.#write({ channel, scope, id: number, content, references, at: this.#scene.timeline.now })
  }

  #write(letter: {
    readonly channel: Channel
    readonly scope: Scope
    readonly id: string
    readonly content: Content
    readonly references: readonly string[]
    readonly at: number
  }): void {
    const { channel, scope, id, content, references, at } = letter
    const message = (): GovernmentMessage => ({
      channel,
      scope: null,
      messageId: id,
      references,
      kind: content.kind,
      receivedAt: new Date(this.#scene.timeline.now),
      bytes: Buffer.from(JSON.stringify({ id, ...content })),
      mediaType: 'application/json',
    })
    this.#underway += 1
    this.#scene.timeline.after(at - this.#scene.timeline.now, null, () => {
      if (channel !== 'afnor') {
        this.#bring(message())
        return
      }
      this.#underway -= 1
      const shownAt = at + this.#chance.between(...SHOWN_AFTER_MS)
      this.#fetched.push({ at, shownAt, account: scope.account, message: message() })
    })
  }

  /** It is brought until it is kept. */
  #bring(message: GovernmentMessage): void {
    const { network, databaseServer, ports, timeline } = this.#scene
    const put = (): Promise<unknown> => ports.mailbox.put(message)
    network.call(this, databaseServer, `mailbox.put ${message.messageId}`, put).then(
      () => {
        this.#underway -= 1
      },
      (error: unknown) => {
        if (!isOutage(error)) throw error
        timeline.after(this.#chance.between(...AGAIN_MS), null, () => {
          this.#bring(message)
        })
      },
    )
  }
}

/** What a message says. */
export function contentOf({ bytes }: GovernmentMessage): Content {
  return JSON.parse(Buffer.from(bytes).toString()) as Content
}

/** What a message says to people; null: nothing. */
export function responseIn(message: GovernmentMessage): BuyerResponse | null {
  const content = contentOf(message)
  if (content.kind !== 'response') return null
  return { at: message.receivedAt, code: content.code, label: 'the buyer has responded', reason: null }
}
