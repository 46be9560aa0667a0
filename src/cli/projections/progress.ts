import type { FinishProgress, RebuildProgress } from '../../projections/engine/rebuild.js'
import { counted } from './counted.js'

const BAR = 30
/** Milliseconds between two lines, or two looks of the bar. */
const LINE_EVERY_MS = 5_000
const BAR_EVERY_MS = 200

/** Where progress is written: standard error. */
export interface ProgressOutput {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/**
 * Tells how far a rebuild is, first through the events, then through the read models: on a
 * terminal a bar that moves, else a line every few seconds, each with the time that remains.
 * `now`: milliseconds of a clock that never goes back.
 */
export class ProgressBar {
  readonly #output: ProgressOutput
  readonly #now: () => number
  #begun: number
  #toldAt: number
  #isFinishing = false
  #isOpen = false

  constructor(output: ProgressOutput = process.stderr, now: () => number = () => performance.now()) {
    this.#output = output
    this.#now = now
    this.#begun = now()
    this.#toldAt = this.#begun
  }

  /** Of the reading; the one without events is its beginning. */
  update({ events, position, head }: RebuildProgress): void {
    if (events === 0) this.#begun = this.#now()
    else if (this.#isDue()) {
      const share = head > 0n ? Math.min(1, Number(position) / Number(head)) : 1
      const perSecond = events / this.#seconds()
      const rate = perSecond.toLocaleString('en', { maximumFractionDigits: perSecond < 10 ? 1 : 0 })
      this.#tell(share, `${counted(events, 'event')} read, ${rate} per second, ${this.#left(share)}`)
    }
  }

  /** Of what comes after it, for each read model. */
  finishing({ name, done, of, share }: FinishProgress): void {
    if (!this.#isFinishing) this.#begun = this.#now()
    // That it is another part of the work is told at once.
    const isDue = this.#isDue() || !this.#isFinishing
    this.#isFinishing = true
    const left = share > 0 ? `, ${this.#left(share)}` : ''
    if (isDue) this.#tell(share, `${name}: indexes and comparison; ${done} of ${counted(of, 'read model')} done${left}`)
  }

  /** Clears the bar away. */
  end(): void {
    if (this.#isOpen) this.#output.write('\r\u001B[K')
    this.#isOpen = false
  }

  #isDue(): boolean {
    return this.#now() - this.#toldAt >= (this.#output.isTTY === true ? BAR_EVERY_MS : LINE_EVERY_MS)
  }

  #tell(share: number, words: string): void {
    this.#toldAt = this.#now()
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
