import { createHash } from 'node:crypto'

/**
 * The Merkle tree of RFC 6962, section 2.1 (identical in RFC 9162): a leaf's hash is SHA-256(0x00
 * || data), a node's SHA-256(0x01 || left || right), and a tree of n leaves is split at the
 * largest power of two below n. With the root of a tree one can verify that it contains a leaf
 * (inclusion) and that a later tree only appends leaves (consistency), each with some twenty
 * hashes. Pure; indices and sizes are whole numbers below 2^53.
 */

const LEAF = Buffer.from([0])
const NODE = Buffer.from([1])
const HASH_BYTES = 32

/** The hash of a leaf from its data. */
export function leafHash(data: Uint8Array): Buffer {
  return createHash('sha256').update(LEAF).update(data).digest()
}

/** The hash of a node from those of its two halves. */
function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return createHash('sha256').update(NODE).update(left).update(right).digest()
}

/** The root of a tree without leaves. */
export const EMPTY_ROOT: Buffer = createHash('sha256').digest()

/**
 * The right edge of a growing tree: the roots of its complete subtrees, from the largest to the
 * smallest. At most some forty hashes, from which the root is computed and to which leaves are
 * added.
 */
export class Frontier {
  readonly #subtrees: { readonly level: number; readonly hash: Buffer }[] = []

  /** Adds a leaf by its hash. */
  push(leaf: Buffer): void {
    this.pushSubtree(0, leaf)
  }

  /**
   * Adds a complete subtree of 2^level leaves. Throws if a smaller one precedes it: it would not
   * begin at a multiple of its size.
   */
  pushSubtree(level: number, hash: Buffer): void {
    let added = { level, hash }
    for (;;) {
      const last = this.#subtrees.at(-1)
      if (last === undefined || last.level > added.level) break
      if (last.level < added.level) throw new RangeError('A subtree begins at a multiple of its size')
      this.#subtrees.pop()
      added = { level: added.level + 1, hash: nodeHash(last.hash, added.hash) }
    }
    this.#subtrees.push(added)
  }

  /** The current root of the tree. */
  root(): Buffer {
    const last = this.#subtrees.at(-1)
    if (last === undefined) return EMPTY_ROOT
    return this.#subtrees.slice(0, -1).reduceRight((right, { hash }) => nodeHash(hash, right), last.hash)
  }
}

/** The root over these leaves' hashes. */
export function rootOf(leaves: readonly Buffer[]): Buffer {
  const frontier = new Frontier()
  for (const leaf of leaves) frontier.push(leaf)
  return frontier.root()
}

/** Leaves from `from` up to but not including `to`; the root over them is part of a proof. */
export interface LeafRange {
  readonly from: number
  readonly to: number
}

/**
 * The leaf ranges of the hashes of an inclusion proof, in the proof's order, from the leaf upwards
 * (PATH of RFC 6962, 2.1.1). Throws a RangeError for an index outside the tree.
 */
export function inclusionRanges(index: number, size: number): readonly LeafRange[] {
  if (!isPlace(index) || !isPlace(size) || index >= size)
    throw new RangeError(`leaf ${index} of ${size} does not exist`)
  const ranges: LeafRange[] = []
  let [from, to] = [0, size]
  while (to - from > 1) {
    const middle = from + splitOf(to - from)
    if (index < middle) {
      ranges.push({ from: middle, to })
      to = middle
    } else {
      ranges.push({ from, to: middle })
      from = middle
    }
  }
  return ranges.reverse()
}

/**
 * The leaf ranges of the hashes of a consistency proof between the tree's first `first` leaves and
 * all its `second` leaves (PROOF of RFC 6962, 2.1.2). None for equal sizes and for an empty first
 * tree. Throws a RangeError for a first tree that is larger.
 */
function consistencyRanges(first: number, second: number): readonly LeafRange[] {
  if (!isPlace(first) || !isPlace(second) || first > second) throw new RangeError(`${first} leaves of ${second}`)
  if (first === 0 || first === second) return []
  const ranges: LeafRange[] = []
  let [from, to] = [0, second]
  // Whether the verifier knows the root of the current subtree: the whole first tree.
  let isFirstTree = true
  while (first !== to) {
    const middle = from + splitOf(to - from)
    if (first <= middle) {
      ranges.push({ from: middle, to })
      to = middle
    } else {
      ranges.push({ from, to: middle })
      from = middle
      isFirstTree = false
    }
  }
  if (!isFirstTree) ranges.push({ from, to })
  return ranges.reverse()
}

/** The inclusion proof of one of these leaves, from the leaf upwards. */
export function inclusionPath(index: number, leaves: readonly Buffer[]): readonly Buffer[] {
  return inclusionRanges(index, leaves.length).map(({ from, to }) => rootOf(leaves.slice(from, to)))
}

/** The consistency proof between the first `first` of these leaves and all of them. */
export function consistencyPath(first: number, leaves: readonly Buffer[]): readonly Buffer[] {
  return consistencyRanges(first, leaves.length).map(({ from, to }) => rootOf(leaves.slice(from, to)))
}

/** The claim of an inclusion proof: this leaf has this index in the tree with this root. */
interface Inclusion {
  /** The leaf's hash, not its data. */
  readonly leaf: Uint8Array
  readonly index: number
  readonly size: number
  readonly path: readonly Uint8Array[]
  readonly root: Uint8Array
}

/** Whether an inclusion proof is valid (RFC 9162, 2.1.3.2). False for malformed proofs. */
export function verifyInclusion({ leaf, index, size, path, root }: Inclusion): boolean {
  if (!isPlace(index) || !isPlace(size) || index >= size || ![leaf, root, ...path].every(isHash)) return false
  let [at, last] = [index, size - 1]
  let computed: Uint8Array = leaf
  for (const sibling of path) {
    if (last === 0) return false
    if (isOdd(at) || at === last) {
      computed = nodeHash(sibling, computed)
      // The last leaf of a tree that is not full has no sibling at some levels.
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)]
    } else computed = nodeHash(computed, sibling)
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && isSame(computed, root)
}

/**
 * The claim of a consistency proof: the first tree's leaves are the second tree's first leaves.
 */
interface Consistency {
  readonly first: number
  readonly firstRoot: Uint8Array
  readonly second: number
  readonly secondRoot: Uint8Array
  readonly path: readonly Uint8Array[]
}

/** Whether a consistency proof is valid (RFC 9162, 2.1.4.2). False for malformed proofs. */
export function verifyConsistency({ first, firstRoot, second, secondRoot, path }: Consistency): boolean {
  if (!isPlace(first) || !isPlace(second) || first > second) return false
  if (![firstRoot, secondRoot, ...path].every(isHash)) return false
  if (first === second) return path.length === 0 && isSame(firstRoot, secondRoot)
  // Every tree extends an empty one, so there is nothing to prove.
  if (first === 0) return path.length === 0 && isSame(firstRoot, EMPTY_ROOT)
  let [at, last] = [first - 1, second - 1]
  while (isOdd(at)) [at, last] = [half(at), half(last)]
  // The root of a full first tree is itself the first hash.
  const [start, ...rest] = isFull(first) ? [firstRoot, ...path] : path
  if (start === undefined) return false
  let [older, newer] = [start, start]
  for (const sibling of rest) {
    if (last === 0) return false
    if (isOdd(at) || at === last) {
      older = nodeHash(sibling, older)
      newer = nodeHash(sibling, newer)
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)]
    } else newer = nodeHash(newer, sibling)
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && isSame(older, firstRoot) && isSame(newer, secondRoot)
}

/** The largest power of two below `size`, which is at least 2. */
function splitOf(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

// JavaScript's bit operators are limited to 32 bits.
function half(value: number): number {
  return Math.floor(value / 2)
}

function isOdd(value: number): boolean {
  return value % 2 === 1
}

function isFull(size: number): boolean {
  return splitOf(size + 1) === size
}

function isPlace(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}

function isHash(hash: Uint8Array): boolean {
  return hash.length === HASH_BYTES
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0
}
