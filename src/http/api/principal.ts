import type { Permission } from '../../domain/api-key.js'
import type { Scope } from '../../domain/event.js'

/** The account and environment of a key, and what the key may do. */
export interface Principal {
  readonly keyId: string
  readonly scope: Scope
  readonly permissions: readonly Permission[]
  readonly plan: string
}
