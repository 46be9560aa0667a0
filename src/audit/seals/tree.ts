import type pg from 'pg'
import type { Anchor } from '../../eventstore/anchor.js'
import type { Place, Progress } from '../../processors/work/marks.js'
import { inTransaction } from '../../storage/postgres/transaction.js'
import { RESTORES_FOUND } from '../../storage/postgres/restores.js'
import { Frontier, inclusionRanges, leafHash, type LeafRange, rootOf } from './merkle.js'

/** A leaf of the tree: an event of a live stream, by its position and hash. */
export interface Leaf {
  readonly index: number
  /** Its position when it was read. */
  readonly position: bigint
  readonly stream: string
  readonly revision: number
  /** The event's `metadata.hash`, 32 bytes; the leaf's own hash is SHA-256(0x00 || it). */
  readonly hash: Buffer
}

/** The size of the tree. */
export interface TreeEnd {
  /** Leaves. */
  readonly size: number
  /** Number of their streams. */
  readonly streams: number
  /** Position up to which the store's events were read; null: from the beginning. */
  readonly position: bigint | null
  /** The event there, of any stream; null: before it was recorded, or none. */
  readonly anchor: Anchor | null
  /** The number of restores of the event store that the position follows. */
  readonly restores: number
  /** The number that were found; if it is higher, the position must be set again. */
  readonly restoresFound: number
}

/** Levels between two stored roots of subtrees: such a block has 16 children. */
export const STEP = 4
/** Children of a block. */
export const BLOCK = 2 ** STEP

/** Another process has added to the tree meanwhile: start again at its end. */
export class TreeHasGrown extends Error {
  override readonly name = 'TreeHasGrown'
}

/** The current size of the tree. */
export async function treeEnd(client: pg.Pool | pg.ClientBase): Promise<TreeEnd> {
  return await endOf(client, '')
}

async function endOf(client: pg.Pool | pg.ClientBase, lock: '' | 'FOR UPDATE'): Promise<TreeEnd> {
  interface Row {
    readonly size: string
    readonly streams: string
    readonly position: string | null
    readonly anchor: Anchor | null
    readonly restores: number
    readonly found: number
  }
  const { rows } = await client.query<Row>(
    `SELECT size, streams, position::text, anchor, restores, ${RESTORES_FOUND} AS found FROM audit.tree ${lock}`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('audit.tree has lost its row')
  const position = row.position === null ? null : BigInt(row.position)
  const { size, streams, anchor, restores, found } = row
  return { size: Number(size), streams: Number(streams), position, anchor, restores, restoresFound: found }
}

/**
 * Sets the read position back to that of the tree's newest event after a restore of the event
 * store, which has that event still: other events may have come at the positions after it. Throws
 * `TreeHasGrown` if the tree no longer ends at `end`.
 */
export async function followRestores(pool: pg.Pool, end: TreeEnd, newest: Progress): Promise<TreeEnd> {
  const { size, restoresFound } = end
  const { position, anchor } = newest
  const { rowCount } = await pool.query(
    'UPDATE audit.tree SET position = $1, anchor = $2, restores = $3 WHERE size = $4 AND restores = $5',
    [position?.toString() ?? null, anchor && JSON.stringify(anchor), restoresFound, size, end.restores],
  )
  if (rowCount !== 1) throw new TreeHasGrown()
  return { ...end, position, anchor, restores: restoresFound }
}

/**
 * Adds leaves at the end, all or none, and advances the read position of the store to `to`. The
 * cost depends on the new leaves only. Throws `TreeHasGrown` if the tree no longer ends at `end`.
 */
export async function growTree(
  pool: pg.Pool,
  end: TreeEnd,
  leaves: readonly Omit<Leaf, 'index'>[],
  to: Place,
): Promise<TreeEnd> {
  const { position, anchor } = to
  return await inTransaction(pool, async (client) => {
    const now = await endOf(client, 'FOR UPDATE')
    if (now.size !== end.size || now.position !== end.position || now.restores !== end.restores)
      throw new TreeHasGrown()
    const grown = {
      ...end,
      size: end.size + leaves.length,
      // Streams begin only with revision 0, and end with their erasure.
      streams: end.streams + leaves.filter(({ revision }) => revision === 0).length,
      position,
      anchor,
    }
    await insertLeaves(client, end.size, leaves)
    await insertNodes(client, end.size, grown.size)
    await client.query('UPDATE audit.tree SET size = $1, streams = $2, position = $3, anchor = $4', [
      grown.size,
      grown.streams,
      String(position),
      JSON.stringify(anchor),
    ])
    return grown
  })
}

async function insertLeaves(client: pg.ClientBase, size: number, leaves: readonly Omit<Leaf, 'index'>[]) {
  await client.query(
    `INSERT INTO audit.leaf (index, position, stream, revision, hash)
     SELECT $1::bigint + place - 1, position, stream, revision, hash
     FROM unnest($2::bigint[], $3::text[], $4::integer[], $5::bytea[]) WITH ORDINALITY
       AS added (position, stream, revision, hash, place)`,
    [
      size,
      leaves.map(({ position }) => String(position)),
      leaves.map(({ stream }) => stream),
      leaves.map(({ revision }) => revision),
      leaves.map(({ hash }) => hash),
    ],
  )
}

/** The roots of the blocks that the new leaves complete, level by level. */
async function insertNodes(client: pg.ClientBase, before: number, after: number): Promise<void> {
  for (let level = STEP; 2 ** level <= after; level += STEP) {
    const from = Math.floor(before / 2 ** level)
    const to = Math.floor(after / 2 ** level)
    if (from === to) return
    const children = await childrenOf(client, level - STEP, from * BLOCK, to * BLOCK)
    const roots = Array.from({ length: to - from }, (_, place) =>
      rootOf(children.slice(place * BLOCK, (place + 1) * BLOCK)),
    )
    await client.query(
      `INSERT INTO audit.node (level, index, hash)
       SELECT $1::integer, $2::bigint + place - 1, hash FROM unnest($3::bytea[]) WITH ORDINALITY AS added (hash, place)`,
      [level, from, roots],
    )
  }
}

/** The hashes of a stored level from one index up to another; fewer if the tree has fewer. */
export async function childrenOf(client: pg.Pool | pg.ClientBase, level: number, from: number, to: number) {
  if (level === 0) {
    const { rows } = await client.query<{ hash: Buffer }>(
      'SELECT hash FROM audit.leaf WHERE index >= $1 AND index < $2 ORDER BY index',
      [from, to],
    )
    return rows.map(({ hash }) => leafHash(hash))
  }
  const { rows } = await client.query<{ hash: Buffer }>(
    'SELECT hash FROM audit.node WHERE level = $1 AND index >= $2 AND index < $3 ORDER BY index',
    [level, from, to],
  )
  return rows.map(({ hash }) => hash)
}

/** Leaves of the tree are missing: its table was damaged, or restored without its end. */
export class TreeIncomplete extends Error {
  override readonly name = 'TreeIncomplete'
}

/**
 * Reads the tree for proofs: blocks of 16 hashes, each once. A proof of a leaf reads some hundred
 * rows, independently of the tree's size. `size`: the tree as it was with that many leaves.
 */
export class TreeReader {
  readonly #client: pg.Pool | pg.ClientBase
  readonly #blocks = new Map<string, Promise<readonly Buffer[]>>()

  constructor(client: pg.Pool | pg.ClientBase) {
    this.#client = client
  }

  /** The root over the tree's first `size` leaves. Throws `TreeIncomplete`. */
  async root(size: number): Promise<Buffer> {
    return await this.rangeRoot({ from: 0, to: size })
  }

  /** The inclusion proof of a leaf among the first `size`. Throws `TreeIncomplete`. */
  async inclusionPath(index: number, size: number): Promise<readonly Buffer[]> {
    const path: Buffer[] = []
    for (const range of inclusionRanges(index, size)) path.push(await this.rangeRoot(range))
    return path
  }

  /**
   * The root over a range that is a complete part of a tree, as proofs use them: it begins at a
   * multiple of its size rounded up to a power of two. Throws `TreeIncomplete`.
   */
  async rangeRoot({ from, to }: LeafRange): Promise<Buffer> {
    const frontier = new Frontier()
    let at = from
    while (at < to) {
      let level = 0
      while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= to) level++
      frontier.pushSubtree(level, await this.#subtree(level, at / 2 ** level))
      at += 2 ** level
    }
    return frontier.root()
  }

  /** The root of a complete subtree, from the stored children of its block. */
  async #subtree(level: number, index: number): Promise<Buffer> {
    const kept = level - (level % STEP)
    const count = 2 ** (level - kept)
    const first = index * count
    const block = await this.#block(kept, Math.floor(first / BLOCK))
    const children = block.slice(first % BLOCK, (first % BLOCK) + count)
    if (children.length < count) throw new TreeIncomplete(`hashes ${first} to ${first + count} of level ${kept}`)
    return rootOf(children)
  }

  #block(level: number, index: number): Promise<readonly Buffer[]> {
    const key = `${level}/${index}`
    const known = this.#blocks.get(key)
    if (known !== undefined) return known
    const block = childrenOf(this.#client, level, index * BLOCK, (index + 1) * BLOCK)
    this.#blocks.set(key, block)
    return block
  }
}

/** The leaves from one index up to another, in their order. */
export async function readLeaves(client: pg.Pool | pg.ClientBase, { from, to }: LeafRange): Promise<readonly Leaf[]> {
  const { rows } = await client.query<LeafRow>(
    'SELECT index, position::text, stream, revision, hash FROM audit.leaf WHERE index >= $1 AND index < $2 ORDER BY index',
    [from, to],
  )
  return rows.map(leafOf)
}

/** The leaves of one stream, in their order. */
export async function leavesOfStream(client: pg.Pool | pg.ClientBase, stream: string): Promise<readonly Leaf[]> {
  const { rows } = await client.query<LeafRow>(
    'SELECT index, position::text, stream, revision, hash FROM audit.leaf WHERE stream = $1 ORDER BY revision',
    [stream],
  )
  return rows.map(leafOf)
}

interface LeafRow {
  readonly index: string
  readonly position: string
  readonly stream: string
  readonly revision: number
  readonly hash: Buffer
}

function leafOf({ index, position, stream, revision, hash }: LeafRow): Leaf {
  return { index: Number(index), position: BigInt(position), stream, revision, hash }
}
