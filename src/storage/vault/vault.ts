import type { Scope } from '../../domain/event.js'

/**
 * Secrets (OAuth tokens, certificates, webhook secrets), encrypted with AES-256-GCM under
 * SECRETS_KEY. A secret is bound to its scope and name: in another row it can't be decrypted.
 */
export interface Vault {
  /** Replaces an existing secret. Durable when it returns. */
  put(scope: Scope, name: string, secret: Uint8Array): Promise<void>
  /**
   * Stores a secret if there is none, and returns the stored one: this one, or the existing one.
   * Durable when it returns.
   */
  add(scope: Scope, name: string, secret: Uint8Array): Promise<Uint8Array>
  /**
   * Replaces exactly the expected secret; false: there is now another one, or none, which is kept.
   * Durable when it returns.
   */
  replace(scope: Scope, name: string, expected: Uint8Array, secret: Uint8Array): Promise<boolean>
  /**
   * null: not stored. Throws `VaultKeyMismatch` when SECRETS_KEY is not the key that encrypted it.
   */
  get(scope: Scope, name: string): Promise<Uint8Array | null>
  /** Deletes permanently. Idempotent. */
  delete(scope: Scope, name: string): Promise<void>
  /**
   * Lists stored secrets without their content: at most `limit` after that one (null: from the
   * first), in a fixed order.
   */
  list(after: SecretName | null, limit: number): Promise<readonly StoredSecret[]>
}

/** The scope and name of a secret. */
export interface SecretName {
  readonly scope: Scope
  readonly name: string
}

/** A stored secret without its content. */
export interface StoredSecret extends SecretName {
  /** Since it was stored or replaced, by the vault's clock. */
  readonly ageSeconds: number
}

/** SECRETS_KEY is not the key that the secret was encrypted with. */
export class VaultKeyMismatch extends Error {
  override readonly name = 'VaultKeyMismatch'
}

/**
 * A secret differs from what was stored: its row was edited, or moved from another scope or name.
 */
export class VaultTampered extends Error {
  override readonly name = 'VaultTampered'
}
