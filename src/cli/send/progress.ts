const WIDTH = 30

/** A progress bar on the terminal by bytes; nothing where it is not shown. */
export class Progress {
  readonly isShown: boolean
  readonly #total: number
  #bytes = 0
  #taken = 0
  #refused = 0
  #isDrawn = false

  /** `total`: bytes of all files; 0: unknown. */
  constructor(total: number, isShown: boolean) {
    this.#total = total
    this.isShown = isShown
  }

  add(bytes: number, isTaken: boolean): void {
    this.#bytes += bytes
    if (isTaken) this.#taken += 1
    else this.#refused += 1
    this.draw()
  }

  draw(): void {
    if (!this.isShown) return
    const part = this.#total === 0 ? 0 : Math.min(1, this.#bytes / this.#total)
    const done = Math.round(part * WIDTH)
    const bar =
      this.#total === 0 ? '' : `[${'#'.repeat(done)}${'.'.repeat(WIDTH - done)}] ${Math.floor(part * 100)} %, `
    const refused = this.#refused === 0 ? '' : `, ${this.#refused} not`
    process.stderr.write(`\r\u001b[K${bar}${this.#taken} taken${refused}`)
    this.#isDrawn = true
  }

  /** Clears the line for the next output. */
  clear(): void {
    if (this.#isDrawn) process.stderr.write('\r\u001b[K')
    this.#isDrawn = false
  }
}
