/** The steps that stop a service, latest first. */
export class Cleanup {
  readonly #steps: (() => Promise<unknown>)[] = []
  #done: Promise<void> | null = null

  add(step: () => Promise<unknown>): void {
    this.#steps.unshift(step)
  }

  /** Idempotent. */
  run(): Promise<void> {
    this.#done ??= (async () => {
      for (const step of this.#steps) await step()
    })()
    return this.#done
  }
}
