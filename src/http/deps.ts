import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { InvoiceProof } from '../audit/seals/proof.js'
import type { ReceivedBook } from '../commands/use-cases/take-in.js'
import type { Country } from '../countries/country.js'
import type { GatewayFor } from '../countries/gateways.js'
import type { CountrySettings } from '../countries/settings.js'
import type { CountryCode } from '../domain/request/invoice-request.js'
import type { Clock } from '../domain/clock.js'
import type { Environment, Scope } from '../domain/event.js'
import type { RandomBytes } from '../domain/ids.js'
import type { Observer } from '../domain/observer.js'
import type { EventStore } from '../eventstore/port.js'
import type { Snapshots } from '../eventstore/snapshots.js'
import type { Judging } from '../documents/judging/port.js'
import type { Rendering } from '../documents/rendering/port.js'
import type { GovernmentStatus } from '../processors/work/government-status.js'
import type { ShownLook } from '../processors/receiving/postgres/looks.js'
import type { Freshness } from '../projections/engine/freshness.js'
import type { ReadModels } from '../projections/read-models.js'
import type { DocumentStore } from '../storage/documents/document-store.js'
import type { QuotaLedger } from '../storage/quotas.js'
import type { RateCounter } from '../storage/rate-limits.js'
import type { SecretsKeys } from '../storage/vault/secrets-key.js'
import type { Vault } from '../storage/vault/vault.js'
import type { Plan } from '../domain/plans.js'
import type { Patience } from './server.js'
import type { ConnectionLimits } from './sockets.js'
import type { Traffic } from './traffic.js'

/** What the HTTP side uses from the rest of the service. The app starts and stops none of it. */
export interface AppDeps {
  readonly store: EventStore
  /** undefined: streams are read whole. */
  readonly snapshots: Snapshots | undefined
  readonly db: Kysely<ReadModels>
  readonly clock: Clock
  readonly random: RandomBytes
  readonly documents: DocumentStore
  /** The last look for documents of suppliers at each connection of a company. */
  readonly looksOf: (companyId: string) => Promise<readonly ShownLook[]>
  /** The received invoices, with which the next one is compared. */
  readonly receivedBook: ReceivedBook
  readonly vault: Vault
  /** The deployment's secret, the same in each of its processes. */
  readonly secretsKeys: SecretsKeys
  readonly freshness: Freshness
  readonly countryOf: (code: CountryCode) => Country
  readonly gatewayFor: GatewayFor
  /** Whether an environment's invoices of a country can be sent to the government. */
  readonly hasGateway: (environment: Environment, country: Country) => boolean
  /** Where invoices are validated; absent: in this process. */
  readonly judging?: Judging
  /** Where PDFs are made; absent: in this process. */
  readonly rendering?: Rendering
  /** The proof that an invoice's events are sealed; null: there is no such invoice. */
  readonly proofOf: (scope: Scope, invoiceId: string) => Promise<InvoiceProof | null>
  /**
   * The position up to which deliveries have been scheduled; null: none. Waits a moment until it
   * is `wanted`.
   */
  readonly scheduledUpTo: (wanted: bigint) => Promise<bigint | null>
  /** How many calls to a government are left, and when the next invoice goes. */
  readonly governmentStatus: GovernmentStatus
  readonly rateCounter: RateCounter
  readonly quotaLedger: QuotaLedger
  readonly config: HttpConfig
  readonly logger: FastifyBaseLogger
  /**
   * Whether store, database and projections are usable, by the name of the check. Never throws.
   */
  readonly ready: () => Promise<Readiness>
  /** Absent: any number of requests. */
  readonly traffic?: Traffic
  /** Absent: the default limits of a process. */
  readonly connections?: ConnectionLimits
  /** Gets a report of every request; absent: there is no observer. */
  readonly observer?: Observer
  /** Aborts when the process is to end: calls to governments end; absent: never. */
  readonly stopping?: AbortSignal
  /** How long the service waits for clients, where it differs from the default. */
  readonly patience?: Partial<Patience>
}

/** Whether the process can serve requests, check by check. */
export interface Readiness {
  /** `degraded`: requests are served, but the operator has something to check. */
  readonly status: 'ok' | 'degraded' | 'unavailable'
  /** `ok`, or what is wrong and, if there is a fix, how to fix it. */
  readonly checks: Readonly<Record<string, string>>
}

/** The settings of the HTTP layer. */
export interface HttpConfig {
  /** Requests per account, environment and minute. */
  readonly rateLimitPerMinute: number
  /** How many times as often as the routes declare one resource may be changed; default 1. */
  readonly changeLimitsTimes?: number
  /** Failed authentications per client address and minute, in each process. */
  readonly failedAuthenticationsPerMinute: number
  readonly forbidTestKeysManagingLive: boolean
  /** Origins that browsers may call from; none: no CORS headers at all. */
  readonly corsOrigins: readonly string[]
  /**
   * Base of the addresses that the service sends to others (`redirect_uri`), without a slash at
   * the end.
   */
  readonly publicUrl: () => string
  /**
   * Base of links to this service's own pages, without a slash at the end; empty: they are paths.
   */
  readonly linkBase: string
  /** Proxies whose X-Forwarded-For is trusted. */
  readonly trustProxy: boolean | string[]
  /** The operator's settings of countries, including our registrations with governments. */
  readonly countrySettings: CountrySettings
  /** Webhooks may go to private and local addresses, and over http; for development. */
  readonly webhookAllowPrivateNetwork: boolean
  readonly gatewayAllowPrivateNetwork: boolean
  /** The address of the inbound port for customers' systems; null: it accepts none of them. */
  readonly inboundPublicUrl: string | null
  readonly plans: Readonly<Record<string, Plan>>
}
