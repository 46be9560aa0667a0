/** 8 MiB of bits: of a million names, one in 100,000 is mistaken for a known one. */
const BITS = 2 ** 26
const HASHES = 4

/**
 * Names that were added, in bounded memory (a Bloom filter): it never forgets one, and sometimes
 * mistakes another for one of them.
 */
export class KnownNames {
  readonly #bits = new Uint32Array(BITS / 32)

  add(name: string): void {
    let [hash, step] = hashesOf(name)
    for (let n = 0; n < HASHES; n += 1) {
      this.#bits[hash >>> 5] = (this.#bits[hash >>> 5] ?? 0) | (1 << (hash & 31))
      hash = (hash + step) & (BITS - 1)
      step += n
    }
  }

  /** false: it was certainly never added. */
  mayHave(name: string): boolean {
    let [hash, step] = hashesOf(name)
    for (let n = 0; n < HASHES; n += 1) {
      if (((this.#bits[hash >>> 5] ?? 0) & (1 << (hash & 31))) === 0) return false
      hash = (hash + step) & (BITS - 1)
      step += n
    }
    return true
  }
}

/** FNV-1a and a second hash of another seed and prime, both mixed. */
function hashesOf(name: string): [number, number] {
  let first = 0x811c9dc5
  let second = 0x9e3779b9
  for (let at = 0; at < name.length; at += 1) {
    const unit = name.charCodeAt(at)
    first = Math.imul(first ^ unit, 0x01000193)
    second = Math.imul(second ^ unit, 0x85ebca6b)
  }
  return [mixed(first) & (BITS - 1), (mixed(second) & (BITS - 1)) | 1]
}

function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  return once ^ (once >>> 15)
}
