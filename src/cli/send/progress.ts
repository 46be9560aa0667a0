import type { OutputStream } from '../cli-run.js'

const WIDTH = 30

/** A progress bar on the terminal by bytes; nothing where it is not shown. */
export class Progress {
  readonly #total: number
  readonly #terminal: OutputStream | null
  #bytes = 0
  #taken = 0
  #refused = 0
  #isDrawn = false

  /** `total`: bytes of all files; 0: unknown. `terminal`: null: none is wanted. */
  constructor(total: number, terminal: OutputStream | null) {
    this.#total = total
    this.#terminal = terminal
  }

  get isShown(): boolean {
    return this.#terminal !== null
  }

  add(bytes: number, isTaken: boolean): void {
    this.#bytes += bytes
    if (isTaken) this.#taken += 1
    else this.#refused += 1
    this.draw()
  }

  draw(): void {
    if (this.#terminal === null) return
    const part = this.#total === 0 ? 0 : Math.min(1, this.#bytes / this.#total)
    const done = Math.round(part * WIDTH)
    const bar =
      this.#total === 0 ? '' : `[${'#'.repeat(done)}${'.'.repeat(WIDTH - done)}] ${Math.floor(part * 100)} %, `
    const refused = this.#refused === 0 ? '' : `, ${this.#refused} not`
    this.#terminal.write(`\r\u001b[K${bar}${this.#taken} taken${refused}`)
    this.#isDrawn = true
  }

  /** Clears the line for the next output. */
  clear(): void {
    if (this.#isDrawn) this.#terminal?.write('\r\u001b[K')
    this.#isDrawn = false
  }
}
