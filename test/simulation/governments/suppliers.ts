import { look } from '../../../src/countries/ro/anaf/look.js'
import type { ListedMessage } from '../../../src/countries/ro/anaf/message-page.js'
import type { Access } from '../../../src/countries/gateway/access.js'
import type { ArrivalsSource } from '../../../src/countries/gateway/look.js'
import { isOutage } from '../../../src/eventstore/outage.js'
import { Chance } from '../chance.js'
import type { DocumentPlan } from '../documents.js'
import { BEGIN, type Caller, PACE, type Scene } from '../scene.js'
import type { Host } from '../timeline.js'
import { awayFor, type Doors } from './door.js'

/** A document that a government has for a company. */
interface Listed {
  readonly plan: DocumentPlan
  /** When it came, and when lists show it, in milliseconds since 1970. */
  readonly at: number
  readonly shownAt: number
  readonly messages: readonly ListedMessage[]
}

/** Who is not answered tries again after so many milliseconds. */
const AGAIN_MS = [500, 3_000] as const
/** A company that does not receive may do so later. */
const UNKNOWN_MS = 2_000
const REPEATED_MS = [100, 20_000] as const
/** Seconds between two looks, before the pace. */
const LOOK_SECONDS = 120

/**
 * What suppliers send: ANAF lists it for us to fetch, or an access point forwards it until it is
 * answered. Some of it comes twice, late, or fails to be fetched.
 */
export class Suppliers implements Host {
  readonly name = 'suppliers'
  readonly isDead = false
  readonly standsStillUntil = 0
  readonly #scene: Scene
  readonly #chance: Chance
  readonly #listed: Listed[] = []
  readonly #forwarded: DocumentPlan[] = []
  /** Downloads that fail from now on, by the number of the document. */
  readonly #failing = new Map<number, number>()
  #underway = 0

  constructor(scene: Scene, seed: number, documents: readonly DocumentPlan[]) {
    this.#scene = scene
    this.#chance = new Chance(seed, 'suppliers')
    for (const plan of documents) {
      this.#failing.set(plan.number, plan.failedDownloads)
      this.#underway += 1
      scene.timeline.after(BEGIN + plan.at - scene.timeline.now, null, () => {
        this.#send(plan)
        this.#underway -= 1
      })
    }
  }

  /** No supplier stumbles. */
  about(): void {
    return
  }

  /** Whether nothing is left to be sent. */
  get isQuiet(): boolean {
    return this.#underway === 0
  }

  /** The access point forwards all again: our database has forgotten what it had. */
  forwardAgain(): void {
    for (const plan of this.#forwarded) this.#forward(plan, false)
  }

  /** Where a process looks for what has come for the companies of connections. */
  sourceFor(host: Caller, doors: Doors): ArrivalsSource {
    return {
      channel: 'anaf',
      everySeconds: LOOK_SECONDS,
      look: (wanted) => {
        const { access } = wanted
        const account = this.#scene.accountOfConnection(access.connectionId)
        const ask = <T>(what: string, answer: () => T | ReturnType<typeof awayFor>) =>
          doors.ask(what, { host, country: 'RO', about: null, of: this.#callOf(account, access) }, answer)
        const lists = {
          since: (_company: unknown, from: Date) =>
            ask('list', () => ({ kind: 'listed' as const, messages: this.#list(account, from), to: host.clock.now() })),
        }
        const api = {
          download: (downloadId: string) => {
            host.about('fetch')
            return ask('download', () => this.#download(account, downloadId))
          },
        }
        return look(api, lists, { clock: host.clock, pace: PACE }, wanted)
      },
    }
  }

  #callOf(account: number, access: Access) {
    return { scope: this.#scene.scopeOf(account), access }
  }

  #send(plan: DocumentPlan): void {
    if (plan.channel === 'peppol') {
      this.#forwarded.push(plan)
      this.#forward(plan, plan.losesAnswer)
      for (let time = 0; time < plan.repetitions; time++) {
        this.#later(this.#chance.between(...REPEATED_MS), () => {
          this.#forward(plan, false)
        })
      }
      return
    }
    const { now } = this.#scene.timeline
    // ANAF numbers its archives in the order of their making.
    const newest = this.#listed.flatMap(({ messages }) => messages).length
    const messages = Array.from({ length: plan.isListedTwice ? 2 : 1 }, (_, index) => ({
      uploadId: identityOf(plan),
      downloadId: String(1 + newest + index),
      kind: 'FACTURA PRIMITA',
      details: null,
    }))
    this.#listed.push({ plan, at: now, shownAt: now + plan.listedAfterSeconds * 1000, messages })
  }

  #list(account: number, from: Date): readonly ListedMessage[] {
    const { now } = this.#scene.timeline
    return this.#listed
      .filter(({ plan, at, shownAt }) => plan.account === account && at >= from.getTime() && shownAt <= now)
      .flatMap(({ messages }) => messages)
  }

  #download(account: number, downloadId: string) {
    const found = this.#listed.find(({ messages }) => messages.some((each) => each.downloadId === downloadId))
    if (found?.plan.account !== account) throw new Error(`account ${account} has no document ${downloadId}`)
    const { number } = found.plan
    const failing = this.#failing.get(number) ?? 0
    if (failing > 0) {
      this.#failing.set(number, failing - 1)
      return awayFor('invoice', 1)
    }
    const bytes = bytesOf(found.plan)
    return { kind: 'archive' as const, archive: bytes, xml: bytes, signature: null }
  }

  /** It is forwarded until we answer. `loses`: the first answer gets lost. */
  #forward(plan: DocumentPlan, loses: boolean): void {
    const { network, databaseServer, ports } = this.#scene
    const { receiving } = ports
    this.#underway += 1
    const forward = async (): Promise<'kept' | 'no company'> => {
      const company = await receiving.companies.participant(participantOf(plan.account))
      if (company === null) return 'no company'
      await receiving.arrivals.take({
        company,
        country: 'BE',
        channel: 'peppol',
        govId: identityOf(plan),
        identity: identityOf(plan),
        sender: null,
        bytes: bytesOf(plan),
        files: [],
        arrivedAt: new Date(this.#scene.timeline.now),
        sentAs: null,
        correlationId: null,
      })
      return 'kept'
    }
    const again = (milliseconds: number): void => {
      this.#scene.timeline.after(milliseconds, null, () => {
        this.#underway -= 1
        this.#forward(plan, false)
      })
    }
    network.call(this, databaseServer, `forward ${identityOf(plan)}`, forward).then(
      (outcome) => {
        if (outcome === 'no company') again(UNKNOWN_MS)
        else if (loses) again(this.#chance.between(...AGAIN_MS))
        else this.#underway -= 1
      },
      (error: unknown) => {
        if (!isOutage(error)) throw error
        again(this.#chance.between(...AGAIN_MS))
      },
    )
  }

  #later(milliseconds: number, work: () => void): void {
    this.#underway += 1
    this.#scene.timeline.after(milliseconds, null, () => {
      this.#underway -= 1
      work()
    })
  }
}

/** What makes a document the same when it comes again: the government's number of it. */
export function identityOf({ number }: Pick<DocumentPlan, 'number'>): string {
  return `document ${number}`
}

/** The participant of Peppol that the company of an account is. */
export function participantOf(account: number): string {
  return `0208:company-${account}`
}

/** Read by `simulatedJudging`. */
function bytesOf({ number, content }: DocumentPlan): Uint8Array {
  return Buffer.from(JSON.stringify({ sent: number, ...content }))
}
