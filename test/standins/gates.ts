import type { PipelineDeps } from '../../src/processors/pipeline/invoice-step.js'
import type { Gates } from '../../src/processors/work/work-list.js'

/** Gates that record their calls, and return prepared answers. */
export class OpenGates implements Gates {
  readonly noted: string[] = []
  /** Their answer to a question. */
  closed: Date | null = null

  answered(government: string): Promise<void> {
    this.noted.push(`${government} answered`)
    return Promise.resolve()
  }

  away(government: string): Promise<void> {
    this.noted.push(`${government} away`)
    return Promise.resolve()
  }

  close(lane: string, until: Date): Promise<void> {
    this.noted.push(`${lane} closed until ${until.toISOString()}`)
    return Promise.resolve()
  }

  closedUntil(): Promise<Date | null> {
    return Promise.resolve(this.closed)
  }
}

/** Every company is connected. */
export const CONNECTED: PipelineDeps['access'] = {
  find: () => Promise.resolve({ connectionId: 'conn_1', vatNumber: 'RO1', credentials: { accessToken: 'token' } }),
  refused: () => Promise.resolve(),
}
