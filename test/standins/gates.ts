import type { PipelineDeps } from '../../src/processors/pipeline/invoice-step.js'
import type { Gates, Lane } from '../../src/processors/work/work-list.js'

/** Gates that record their calls, and return prepared answers. */
export class OpenGates implements Gates {
  readonly noted: string[] = []
  /** Their answer to a question. */
  closed: Date | null = null
  /** The answer about gates of connections. */
  closedConnection: Date | null = null
  /** How often the system of a connection answered. */
  reachedCalls = 0
  /** The gates whose probe made no call. */
  readonly unusedGates: string[] = []

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

  closedUntil({ name }: Lane): Promise<Date | null> {
    return Promise.resolve(name.startsWith('connection ') ? this.closedConnection : this.closed)
  }

  pass(): Promise<Date | null> {
    return Promise.resolve(this.closedConnection)
  }

  reached(): Promise<void> {
    this.reachedCalls += 1
    return Promise.resolve()
  }

  unused(gate: string): Promise<void> {
    this.unusedGates.push(gate)
    return Promise.resolve()
  }
}

/** Every company is connected. */
export const CONNECTED: PipelineDeps['access'] = {
  find: () => Promise.resolve({ connectionId: 'conn_1', vatNumber: 'RO1', credentials: { accessToken: 'token' } }),
  hasOther: () => Promise.resolve(false),
  refused: () => Promise.resolve(),
}
