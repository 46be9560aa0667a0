import type { Permission } from '../../domain/api-key.js'
import type { Scope } from '../../domain/event.js'

/** Whoever a key speaks for. */
export interface Principal {
  readonly keyId: string
  readonly scope: Scope
  readonly permissions: readonly Permission[]
  readonly plan: string
}
