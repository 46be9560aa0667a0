import type { FinishProgress, RebuildProgress } from '../../projections/engine/rebuild.js'
import { counted } from '../../domain/counted.js'

const BAR = 30
/** Milliseconds between two lines, or two states of the bar. */
const LINE_EVERY_MS = 5_000
const BAR_EVERY_MS = 200

/** Where progress is written: standard error. */
interface ProgressOutput {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/**
 * Shows the progress of a rebuild, first through the events, then through the read models: a
 * progress bar on a terminal, else a line every few seconds, each with the remaining time. `now`:
 * milliseconds of a monotonic clock.
 */
export class ProgressBar {
  readonly #output: ProgressOutput
  readonly #now: () => number
  #begun: number
  #writtenAt: number
  #isFinishing = false
  #isOpen = false

  constructor(output: ProgressOutput, now: () => number = () => performance.now()) {
    this.#output = output
    this.#now = now
    this.#begun = now()
    this.#writtenAt = this.#begun
  }

  /** Progress of the reading; an update without events marks its beginning. */
  update({ events, position, head }: RebuildProgress): void {
    if (events === 0) this.#begun = this.#now()
    else if (this.#isDue()) {
      const share = head > 0n ? Math.min(1, Number(position) / Number(head)) : 1
      const perSecond = events / this.#seconds()
      const rate = perSecond.toLocaleString('en', { maximumFractionDigits: perSecond < 10 ? 1 : 0 })
      this.#write(share, `${counted(events, 'event')} read, ${rate} per second, ${this.#left(share)}`)
    }
  }

  /** Progress of the steps after the reading, for each read model. */
  finishing({ name, done, of, share }: FinishProgress): void {
    if (!this.#isFinishing) this.#begun = this.#now()
    // The change to the second part is shown immediately.
    const isDue = this.#isDue() || !this.#isFinishing
    this.#isFinishing = true
    const left = share > 0 ? `, ${this.#left(share)}` : ''
    if (isDue)
      this.#write(share, `${name}: indexes and comparison; ${done} of ${counted(of, 'read model')} done${left}`)
  }

  /** Removes the bar. */
  end(): void {
    if (this.#isOpen) this.#output.write('\r\u001B[K')
    this.#isOpen = false
  }

  #isDue(): boolean {
    return this.#now() - this.#writtenAt >= (this.#output.isTTY === true ? BAR_EVERY_MS : LINE_EVERY_MS)
  }

  #write(share: number, words: string): void {
    this.#writtenAt = this.#now()
    const text = `${Math.floor(share * 100)} %, ${words}`
    if (this.#output.isTTY !== true) {
      this.#output.write(`${text}\n`)
      return
    }
    const full = Math.round(share * BAR)
    this.#output.write(`\r\u001B[K[${'#'.repeat(full)}${'.'.repeat(BAR - full)}] ${text}`)
    this.#isOpen = true
  }

  /** Never 0, so that a rate can be computed. */
  #seconds(): number {
    return Math.max(1, this.#now() - this.#begun) / 1000
  }

  #left(share: number): string {
    const seconds = Math.ceil((this.#seconds() / share) * (1 - share))
    return seconds < 60 ? `${seconds} s left` : `${Math.floor(seconds / 60)} min ${seconds % 60} s left`
  }
}
