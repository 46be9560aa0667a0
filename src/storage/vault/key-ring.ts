import { readSecretsKey, type SecretsKey, type SecretsKeys } from './secrets-key.js'

/** Keys passed to the process; it learns of others when it is restarted. */
export function givenKeys(given: SecretsKeys): VaultKeyRing {
  return new VaultKeyRing(given, () => given)
}

/**
 * Keys from the file in the data directory, which a command may replace while the process runs.
 */
export function keysOfFile(dataDir: string, known: SecretsKeys): VaultKeyRing {
  return new VaultKeyRing(known, () => readSecretsKey(dataDir) ?? known)
}

/** The keys of the vault in a running process, while they may be replaced. */
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
   * Reads the keys again from their source, because they don't fit; `retired`: a key that must no
   * longer encrypt. Returns whether there is a new one.
   */
  renew(retired?: SecretsKey): boolean {
    if (retired !== undefined) this.#retired.add(retired.id)
    const read = this.#read()
    const isRetired = ({ id }: SecretsKey): boolean => this.#retired.has(id)
    // Earlier keys continue to decrypt: a secret may just have been read with one.
    const all = [...read, ...this.#keys.filter(({ id }) => read.every((key) => key.id !== id))]
    const [first, ...others] = [...all.filter((key) => !isRetired(key)), ...all.filter(isRetired)]
    if (first === undefined) return false
    const before = this.#keys
    this.#keys = [first, ...others]
    return first.id !== before[0].id || this.#keys.length !== before.length
  }
}
