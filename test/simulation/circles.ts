import { INVOICES, RECEIVED } from './names.js'
import type { Scene } from './scene.js'

/** More reads of the stream of an invoice, sent or received, in a second than anything needs. */
const MOST_IN_A_SECOND = 60

/** Work that rests nowhere: the same stream is read over and over. */
export class Circles {
  readonly #scene: Pick<Scene, 'timeline' | 'fail'>
  readonly #calls = new Map<string, number>()
  #second = 0

  constructor(scene: Pick<Scene, 'timeline' | 'fail'>) {
    this.#scene = scene
  }

  /** A call is carried out. */
  called(what: string): void {
    if (!what.startsWith(`read ${INVOICES}`) && !what.startsWith(`read ${RECEIVED}`)) return
    const second = Math.floor(this.#scene.timeline.now / 1000)
    if (second !== this.#second) this.#calls.clear()
    this.#second = second
    const calls = (this.#calls.get(what) ?? 0) + 1
    this.#calls.set(what, calls)
    if (calls > MOST_IN_A_SECOND)
      this.#scene.fail(`${what} more than ${MOST_IN_A_SECOND} times in a second, without a pause`)
  }
}
