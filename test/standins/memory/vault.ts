import type { Scope } from '../../../src/domain/event.js'
import type { SecretName, StoredSecret, Vault } from '../../../src/storage/vault/vault.js'

/** Secrets in memory. */
export class MemoryVault implements Vault {
  readonly #secrets = new Map<string, SecretName & { readonly secret: Buffer }>()

  put(scope: Scope, name: string, secret: Uint8Array): Promise<void> {
    this.#secrets.set(key(scope, name), { scope, name, secret: Buffer.from(secret) })
    return Promise.resolve()
  }

  async add(scope: Scope, name: string, secret: Uint8Array): Promise<Uint8Array> {
    const before = await this.get(scope, name)
    if (before === null) await this.put(scope, name, secret)
    return before ?? secret
  }

  async replace(scope: Scope, name: string, expected: Uint8Array, secret: Uint8Array): Promise<boolean> {
    const stored = await this.get(scope, name)
    if (stored === null || !Buffer.from(stored).equals(expected)) return false
    await this.put(scope, name, secret)
    return true
  }

  get(scope: Scope, name: string): Promise<Uint8Array | null> {
    return Promise.resolve(this.#secrets.get(key(scope, name))?.secret ?? null)
  }

  delete(scope: Scope, name: string): Promise<void> {
    this.#secrets.delete(key(scope, name))
    return Promise.resolve()
  }

  list(after: SecretName | null, limit: number): Promise<readonly StoredSecret[]> {
    const all = [...this.#secrets.entries()].sort(([a], [b]) => (a < b ? -1 : 1))
    const rest = after === null ? all : all.filter(([name]) => name > key(after.scope, after.name))
    return Promise.resolve(rest.slice(0, limit).map(([, { scope, name }]) => ({ scope, name, ageSeconds: 0 })))
  }
}

function key({ account, environment }: Scope, name: string): string {
  return JSON.stringify([account, environment, name])
}
