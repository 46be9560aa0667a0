import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { CallBudgets } from '../../countries/gateway/call-budgets.js'
import type { GatewayFor } from '../../countries/gateways.js'
import type { CountrySettings } from '../../countries/settings.js'
import type { Clock } from '../../domain/clock.js'
import type { RetentionTimes } from '../../domain/erasure.js'
import type { RandomBytes } from '../../domain/ids.js'
import type { Judging } from '../../documents/judging/port.js'
import type { Rendering } from '../../documents/rendering/port.js'
import type { EventStore } from '../../eventstore/port.js'
import type { Readiness } from '../deps.js'
import type { Freshness } from '../../projections/engine/freshness.js'
import type { ReadModels } from '../../projections/read-models.js'
import type { DocumentStore } from '../../storage/documents/document-store.js'
import type { SecretsKeys } from '../../storage/vault/secrets-key.js'
import type { ConsoleAccess } from './access.js'

/** What the console needs from the rest of the program. */
export interface ConsoleDeps {
  readonly access: ConsoleAccess
  /** Address under which browsers reach the port through a proxy; null: they reach it directly. */
  readonly url: string | null
  /** Address of the API, whose pages document the rules; null: unknown to this process. */
  readonly api: string | null
  /** The name or address that the port listens on. */
  readonly host: string
  /** For pages: a statement that takes over five seconds is cancelled. */
  readonly db: Kysely<ReadModels>
  readonly pool: pg.Pool
  /** For background work: counting, and rebuilding read models. */
  readonly slowPool: pg.Pool
  readonly store: EventStore
  readonly documents: DocumentStore
  readonly freshness: Freshness
  /** Reads documents for pages. */
  readonly judging: Pick<Judging, 'read' | 'message'>
  /** Makes PDFs. */
  readonly rendering: Rendering
  readonly gatewayFor: GatewayFor
  /** The operator's registrations at governments, of which pages show the names alone. */
  readonly countrySettings: CountrySettings
  readonly budgets: CallBudgets
  /** Keys that seal the session cookies. */
  readonly secretsKeys: SecretsKeys
  readonly clock: Clock
  readonly random: RandomBytes
  readonly log: Logger
  readonly ready: () => Readiness
  /** The settings of this process, none of them secret; null: unknown. */
  readonly settings: object | null
  /** Minutes from one seal to the next; 0: only manually. */
  readonly sealMinutes: number
  /** How long data is kept; `isOff`: this process erases nothing. */
  readonly retention: RetentionTimes & { readonly isOff: boolean }
  /** Aborts when the process ends. */
  readonly stopping: AbortSignal
}
