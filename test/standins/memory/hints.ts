import type { Heard, Hints, Notification } from '../../../src/processors/collecting/hints.js'

/** Records the hints of notifications; each notification once. */
export class MemoryHints implements Pick<Hints, 'hear'> {
  readonly heard: (readonly string[])[] = []
  /** What it returns for a new one. */
  answer: Heard = 'woken'
  readonly #digests = new Set<string>()

  async hear({ digest }: Notification, keys: readonly string[]): Promise<Heard> {
    const text = Buffer.from(digest).toString('hex')
    if (this.#digests.has(text)) return 'repeated'
    this.#digests.add(text)
    this.heard.push(keys)
    return this.answer
  }
}
