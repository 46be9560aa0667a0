import type { Scope } from '../../domain/event.js'

/**
 * Secrets (OAuth tokens, certificates, webhook secrets), encrypted with AES-256-GCM under
 * SECRETS_KEY. A secret is bound to its scope and name: moved to another row it no longer
 * decrypts.
 */
export interface Vault {
  /** Replaces what was there. Durable when it returns. */
  put(scope: Scope, name: string, secret: Uint8Array): Promise<void>
  /**
   * Stores a secret where there is none, and answers what stands there then: this one, or the one
   * before. Durable when it returns.
   */
  add(scope: Scope, name: string, secret: Uint8Array): Promise<Uint8Array>
  /**
   * Puts a secret in the place of exactly that one; false: another one stands there by now, or
   * none, and stays. Durable when it returns.
   */
  replace(scope: Scope, name: string, expected: Uint8Array, secret: Uint8Array): Promise<boolean>
  /**
   * null: not there. Throws `VaultKeyMismatch` when SECRETS_KEY is not the one that encrypted it.
   */
  get(scope: Scope, name: string): Promise<Uint8Array | null>
  /** Deletes for good. Idempotent. */
  delete(scope: Scope, name: string): Promise<void>
  /**
   * What is stored, without its content: at most `limit` secrets after that one (null: from the
   * first), in a fixed order.
   */
  list(after: SecretName | null, limit: number): Promise<readonly StoredSecret[]>
}

/** Whose secret, and which. */
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
 * A stored secret is not what was stored there: its row was edited, or moved from another scope or
 * name.
 */
export class VaultTampered extends Error {
  override readonly name = 'VaultTampered'
}
