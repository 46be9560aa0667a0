import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import { Type } from '@sinclair/typebox'
import type { Turns } from '../commands/use-cases/assign-number.js'
import type { Quota } from '../commands/use-cases/quota.js'
import type { PreparedInvoices } from '../domain/prepared-invoice.js'
import type { Submitters } from '../projections/submitters.js'
import type { Cursors } from './api/cursor.js'
import type { RequestLedger } from '../storage/request-ledger.js'
import type { AppDeps } from './deps.js'
import type { KeyRing } from './api/key-ring.js'
import type { KeyUsage } from './api/key-usage.js'
import type { RateLimit } from './api/rate-limit.js'

/** The app as routes see it: handlers get their types from schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** What handlers need. */
export interface RouteDeps extends AppDeps {
  readonly cursors: Cursors
  readonly keys: KeyRing
  readonly usage: KeyUsage
  readonly quota: Quota
  readonly submitters: Submitters
  readonly requests: RequestLedger
  readonly rateLimit: RateLimit
  readonly prepared: PreparedInvoices
  readonly turns: Turns
}

/** Path parameter of every resource. */
export const IdParams = Type.Object({ id: Type.String({ description: 'Identifier of the resource' }) })
