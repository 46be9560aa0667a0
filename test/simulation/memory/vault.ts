import type { Scope } from '../../../src/domain/event.js'
import type { SecretName, StoredSecret, Vault } from '../../../src/storage/vault/vault.js'

interface Kept extends SecretName {
  readonly secret: Uint8Array
  readonly storedAt: number
}

/** A vault that lasts as long as its test; nothing is encrypted. */
export class MemoryVault implements Vault {
  readonly #now: () => number
  #kept = new Map<string, Kept>()
  readonly #ever = new Map<string, string>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Gives what brings everything back to this moment. */
  snapshot(): () => void {
    const kept = new Map(this.#kept)
    return () => {
      this.#kept = new Map(kept)
    }
  }

  /**
   * Since when, in milliseconds since 1970, a secret, or the one of this name, has contained this;
   * null: none does.
   */
  heldSince(text: string, name?: string): number | null {
    const named = [...this.#kept.values()].filter((each) => name === undefined || each.name === name)
    return named.find(({ secret }) => Buffer.from(secret).includes(text))?.storedAt ?? null
  }

  /** Whether there is a secret of this name now. */
  holds(scope: Scope, name: string): boolean {
    return this.#kept.has(keyOf({ scope, name }))
  }

  /** A secret of a webhook that was there once, even if it is erased now; null: never. */
  everHeld(scope: Pick<Scope, 'account'>, name: string): string | null {
    return this.#ever.get(`${scope.account} ${name}`) ?? null
  }

  async put(scope: Scope, name: string, secret: Uint8Array): Promise<void> {
    this.#kept.set(keyOf({ scope, name }), { scope, name, secret, storedAt: this.#now() })
    if (name.startsWith('webhook/')) this.#ever.set(`${scope.account} ${name}`, Buffer.from(secret).toString())
  }

  async get(scope: Scope, name: string): Promise<Uint8Array | null> {
    return this.#kept.get(keyOf({ scope, name }))?.secret ?? null
  }

  async add(scope: Scope, name: string, secret: Uint8Array): Promise<Uint8Array> {
    const before = await this.get(scope, name)
    if (before === null) await this.put(scope, name, secret)
    return before ?? secret
  }

  async replace(scope: Scope, name: string, old: Uint8Array, secret: Uint8Array): Promise<boolean> {
    const known = await this.get(scope, name)
    if (known === null || !Buffer.from(known).equals(old)) return false
    await this.put(scope, name, secret)
    return true
  }

  async delete(scope: Scope, name: string): Promise<void> {
    this.#kept.delete(keyOf({ scope, name }))
  }

  async list(after: SecretName | null, limit: number): Promise<readonly StoredSecret[]> {
    const mark = after === null ? '' : keyOf(after)
    return [...this.#kept]
      .filter(([key]) => key > mark)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, limit)
      .map(([, { scope, name, storedAt }]) => ({ scope, name, ageSeconds: (this.#now() - storedAt) / 1000 }))
  }
}

function keyOf({ scope, name }: SecretName): string {
  return `${scope.account} ${scope.environment} ${name}`
}
