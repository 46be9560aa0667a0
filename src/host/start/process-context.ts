import type { Logger } from 'pino'
import type { Observer } from '../../domain/observer.js'
import type { EventStore } from '../../eventstore/port.js'
import type { JudgingInThreads } from '../../documents/judging/threads.js'
import type { SecretsKeys } from '../../storage/vault/secrets-key.js'
import type { VaultKeyRing } from '../../storage/vault/key-ring.js'
import type { Cleanup } from './cleanup.js'
import type { Config } from '../settings/config.js'
import type { Pools } from './pools.js'

/** What every part of the process stands on. */
export interface ProcessContext {
  readonly config: Config
  readonly log: Logger
  readonly store: EventStore
  readonly pools: Pools
  readonly secretsKeys: SecretsKeys
  readonly keyRing: VaultKeyRing
  readonly judging: JudgingInThreads
  readonly observer: Observer
  /** What a part leaves to be closed. */
  readonly cleanup: Cleanup
  /** Aborted when the process is to end. */
  readonly stopping: AbortSignal
}
