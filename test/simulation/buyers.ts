import { answerReceived } from '../../src/commands/use-cases/answer-received.js'
import { changeReceiving } from '../../src/commands/use-cases/receiving.js'
import type { CommandDeps, ScopedContext } from '../../src/commands/handle.js'
import type { RecordedEvent } from '../../src/domain/event.js'
import { derivedId } from '../../src/domain/ids.js'
import type { InvoiceReceived } from '../../src/domain/received.js'
import { Refusal } from '../../src/domain/refusal.js'
import type { Chance } from './chance.js'
import { companyIdOf } from './connecting.js'
import type { AnswerPlan, DocumentPlan } from './documents.js'
import { identityOf, participantOf } from './governments/suppliers.js'
import { BEGIN, type Caller, type Scene } from './scene.js'

/** The means of the clients' own program. */
interface BuyersDeps {
  readonly scene: Scene
  readonly caller: Caller
  readonly chance: Chance
  readonly commands: CommandDeps
  /** Tries until it is answered. */
  readonly untilDone: (work: () => Promise<void>) => void
  readonly contextOf: (account: number) => ScopedContext
}

/** A company whose connection is not active yet receives when it is. */
const AGAIN_MS = 1_000

/** The clients whose companies receive what suppliers send, and answer it. */
export class Buyers {
  readonly #deps: BuyersDeps
  /** Answers that are about to be given, and companies that are about to receive. */
  #due = 0

  constructor(deps: BuyersDeps) {
    this.#deps = deps
  }

  /** Whether no client is about to do anything. */
  get isQuiet(): boolean {
    return this.#due === 0
  }

  /** The companies receive, from the beginning of the story on. */
  receiveAll(): void {
    const { scene } = this.#deps
    for (const account of new Set(scene.documents.map((plan) => plan.account))) this.receive(account)
  }

  /** A received invoice is recorded: its client answers as planned. */
  recorded({ data }: RecordedEvent<InvoiceReceived>): void {
    const plan = this.#deps.scene.documents.find((each) => identityOf(each) === data.govId)
    if (plan !== undefined) this.#answer(plan, data.receivedId, 0)
  }

  /** The company of an account receives, if anything is sent to it. */
  receive(account: number): void {
    const { scene, commands, contextOf } = this.#deps
    if (!scene.documents.some((plan) => plan.account === account)) return
    this.#act(async () => {
      try {
        await changeReceiving(
          { ...commands, participantsOfOthers: () => Promise.resolve([]) },
          contextOf(account),
          companyIdOf(account),
          { enabled: true, peppolIds: [participantOf(account)], since: new Date(BEGIN) },
        )
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        scene.trace(null, () => `account ${account} can't receive yet: ${error.message}`)
        this.#later(AGAIN_MS, () => {
          this.receive(account)
        })
      }
    })
  }

  #answer(plan: DocumentPlan, receivedId: string, place: number): void {
    const { scene, commands, contextOf, caller, chance } = this.#deps
    const wanted = plan.answers[place]
    if (wanted === undefined) return
    this.#later(wanted.afterSeconds * 1000, () => {
      this.#act(async () => {
        const deps = {
          ...commands,
          random: (size: number) => chance.bytes(size),
          countryOf: scene.outside(caller).countryOf,
          gatewayFor: scene.outside(caller).gatewayFor,
        }
        const context = { ...contextOf(plan.account), commandId: commandIdOf(plan, place) }
        const reason = wanted.code === 'disputed' || wanted.code === 'rejected' ? 'not what we ordered' : undefined
        try {
          const { responseId } = await answerReceived(deps, context, receivedId, {
            code: wanted.code,
            ...(reason !== undefined && { reason }),
          })
          scene.answered(receivedId, responseId)
        } catch (error) {
          // A restore has taken back what it answers, or what it said before.
          if (!(error instanceof Refusal) || !scene.wasRestored) throw error
          return
        }
        this.#answer(plan, receivedId, place + 1)
      })
    })
  }

  #later(milliseconds: number, work: () => void): void {
    this.#due += 1
    this.#deps.scene.timeline.after(milliseconds, null, () => {
      this.#due -= 1
      work()
    })
  }

  #act(work: () => Promise<void>): void {
    this.#due += 1
    this.#deps.untilDone(async () => {
      await work()
      this.#due -= 1
    })
  }
}

function commandIdOf({ number }: DocumentPlan, place: number): string {
  return `answer ${place + 1} to document ${number}`
}

/** What is planned for each answer, by the id that it gets. */
export function answersById(documents: readonly DocumentPlan[]): ReadonlyMap<string, AnswerPlan> {
  return new Map(
    documents.flatMap((plan) =>
      plan.answers.map((answer, place) => [derivedId('rsp', commandIdOf(plan, place), 'rsp'), answer] as const),
    ),
  )
}
