import { setTimeout as delay } from 'node:timers/promises'
import type { Deployment, Member, Roles } from '../support/deployment.js'
import type { Journal } from './journal.js'

/** The time for a stop, and some for a busy machine. */
const LONGEST_STOP_MS = 12_000

/** A place for one process, which is started again after every end. */
export class Slot {
  readonly name: string
  #member: Member | null = null
  #isBusy = false
  #closed = false

  constructor(
    name: string,
    private readonly of: {
      readonly deployment: Deployment
      readonly roles: Roles
      readonly env: Readonly<Record<string, string>>
      readonly journal: Journal
      readonly onUrl: (before: string | null, now: string | null) => void
    },
  ) {
    this.name = name
  }

  get member(): Member | null {
    return this.#member
  }

  /** Starts it, again and again until it runs: its PostgreSQL may be away. */
  async up(): Promise<void> {
    const { deployment, roles, env, journal, onUrl } = this.of
    while (!this.#closed) {
      try {
        const member = await deployment.start(roles, env)
        this.#member = member
        journal.keep(this.name, member.output)
        onUrl(null, member.url === '' ? null : member.url)
        member.process.once('exit', (status, signal) => {
          if (this.#member !== member) return
          journal.broken(`${this.name} ended by itself: ${signal ?? status}: ${member.output().slice(-2_000)}`)
          this.#down(member)
          void this.up()
        })
        return
      } catch (error) {
        journal.note(`${this.name} could not start: ${String(error).slice(0, 300)}`)
        await delay(300)
      }
    }
  }

  /** kill -9, or SIGTERM; started again after a while. False: something else is done to it now. */
  end(how: 'kill' | 'terminate', downMs: number): Promise<boolean> {
    return this.#alone(async (member) => {
      this.#down(member)
      const { deployment } = this.of
      if (how === 'kill') await deployment.kill(member)
      else {
        const killed = delay(30_000, 'late' as const, { ref: false })
        const begun = performance.now()
        const status = await Promise.race([deployment.stop(member), killed])
        this.#checkEnd(status, performance.now() - begun)
        if (status === 'late') await deployment.kill(member)
      }
      await delay(downMs)
      await this.up()
    })
  }

  /** SIGSTOP, and SIGCONT after a while. */
  pause(forMs: number): Promise<boolean> {
    return this.#alone(async ({ process: child }) => {
      child.kill('SIGSTOP')
      await delay(forMs)
      child.kill('SIGCONT')
    })
  }

  /** Waits until nothing is done to it any more. */
  async settled(): Promise<void> {
    while (this.#isBusy || this.#member === null) await delay(50)
  }

  /** SIGTERM, for good; checks and answers the status. */
  async close(): Promise<number | null> {
    this.#closed = true
    const member = this.#member
    if (member === null) return null
    this.#down(member)
    const begun = performance.now()
    const status = await this.of.deployment.stop(member)
    this.#checkEnd(status, performance.now() - begun)
    return status
  }

  /** Nothing is started again from now on. */
  abandon(): void {
    this.#closed = true
    this.#member = null
  }

  /** A process that is asked to end does so in time and without an error, no matter what fails. */
  #checkEnd(status: number | 'late' | null, ms: number): void {
    const { journal } = this.of
    const seconds = (ms / 1000).toFixed(1)
    if (status === 0 && ms < LONGEST_STOP_MS) journal.note(`${this.name} ended ${seconds} s after SIGTERM`)
    else journal.broken(`${this.name} ended with ${status} on SIGTERM, after ${seconds} s`)
  }

  #down(member: Member): void {
    this.#member = null
    this.of.onUrl(member.url === '' ? null : member.url, null)
  }

  async #alone(act: (member: Member) => Promise<void>): Promise<boolean> {
    const member = this.#member
    if (this.#isBusy || member === null) return false
    this.#isBusy = true
    try {
      await act(member)
      return true
    } finally {
      this.#isBusy = false
    }
  }
}
