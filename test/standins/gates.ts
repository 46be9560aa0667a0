import type { PipelineDeps } from '../../src/processors/pipeline/invoice-step.js'
import type { Gates } from '../../src/processors/work/work-list.js'

/** Gates that note what is told to them, and say what they are to say. */
export class OpenGates implements Gates {
  readonly told: string[] = []
  /** What they say when they are asked. */
  closed: Date | null = null

  answered(government: string): Promise<void> {
    this.told.push(`${government} answered`)
    return Promise.resolve()
  }

  away(government: string): Promise<void> {
    this.told.push(`${government} away`)
    return Promise.resolve()
  }

  close(lane: string, until: Date): Promise<void> {
    this.told.push(`${lane} closed until ${until.toISOString()}`)
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
