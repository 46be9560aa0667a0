import { readSecretsKey, type SecretsKey, type SecretsKeys } from './secrets-key.js'

/** Keys that were given to the process; it hears of others when it is started again. */
export function givenKeys(given: SecretsKeys): VaultKeyRing {
  return new VaultKeyRing(given, () => given)
}

/** Keys of the file in the data directory, which a command may replace beside the process. */
export function keysOfFile(dataDir: string, known: SecretsKeys): VaultKeyRing {
  return new VaultKeyRing(known, () => readSecretsKey(dataDir) ?? known)
}

/** The keys of the vault as a running process knows them, while they may be replaced. */
export class VaultKeyRing {
  #keys: SecretsKeys
  readonly #read: () => SecretsKeys
  readonly #retired = new Set<string>()

  constructor(keys: SecretsKeys, read: () => SecretsKeys) {
    this.#keys = keys
    this.#read = read
  }

  /** The first encrypts; all decrypt. */
  get keys(): SecretsKeys {
    return this.#keys
  }

  /**
   * Looks again where the keys come from, because something was met that they don't fit;
   * `retired`: a key that must not encrypt any more. Answers whether there is anything new.
   */
  renew(retired?: SecretsKey): boolean {
    if (retired !== undefined) this.#retired.add(retired.id)
    const read = this.#read()
    const isRetired = ({ id }: SecretsKey): boolean => this.#retired.has(id)
    // What was known before goes on decrypting: a secret may have been read under it just now.
    const all = [...read, ...this.#keys.filter(({ id }) => read.every((key) => key.id !== id))]
    const [first, ...others] = [...all.filter((key) => !isRetired(key)), ...all.filter(isRetired)]
    if (first === undefined) return false
    const before = this.#keys
    this.#keys = [first, ...others]
    return first.id !== before[0].id || this.#keys.length !== before.length
  }
}
