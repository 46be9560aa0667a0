import type { RebuildProgress } from '../../projections/engine/rebuild.js'

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
 * Tells how far a rebuild is: on a terminal a bar that moves, else a line every few seconds, each
 * with the rate and the time that remains. `now`: milliseconds of a clock that never goes back.
 */
export class ProgressBar {
  readonly #output: ProgressOutput
  readonly #now: () => number
  readonly #begun: number
  #toldAt: number
  #isOpen = false

  constructor(output: ProgressOutput = process.stderr, now: () => number = () => performance.now()) {
    this.#output = output
    this.#now = now
    this.#begun = now()
    this.#toldAt = this.#begun
  }

  update({ events, position, head }: RebuildProgress): void {
    const now = this.#now()
    const isTerminal = this.#output.isTTY === true
    if (now - this.#toldAt < (isTerminal ? BAR_EVERY_MS : LINE_EVERY_MS)) return
    this.#toldAt = now
    const seconds = (now - this.#begun) / 1000
    const share = head > 0n ? Math.min(1, Number(position) / Number(head)) : 1
    const remaining = share > 0 ? (seconds / share) * (1 - share) : 0
    const words = `${Math.floor(share * 100)} %, ${events} events, ${Math.round(events / seconds)} per second, ${time(remaining)} left`
    if (!isTerminal) {
      this.#output.write(`${words}\n`)
      return
    }
    const full = Math.round(share * BAR)
    this.#output.write(`\r\u001B[K[${'#'.repeat(full)}${'.'.repeat(BAR - full)}] ${words}`)
    this.#isOpen = true
  }

  /** Clears the bar away. */
  end(): void {
    if (this.#isOpen) this.#output.write('\r\u001B[K')
    this.#isOpen = false
  }
}

function time(seconds: number): string {
  const whole = Math.ceil(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
