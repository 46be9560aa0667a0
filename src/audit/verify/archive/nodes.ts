import type pg from 'pg'
import { rootOf } from '../../seals/merkle.js'
import { BLOCK, childrenOf, STEP, treeEnd } from '../../seals/tree.js'
import type { Findings } from '../findings.js'

/** Blocks of 16 that are checked together. */
const BLOCKS_A_PAGE = 500

/**
 * Compares the stored hashes of parts of the tree, from which proofs are made, with the leaves.
 * Useful only if the leaves themselves are correct. Memory: a page.
 */
export async function checkNodes(pool: pg.Pool, findings: Findings): Promise<void> {
  const { size } = await treeEnd(pool)
  for (let level = STEP; 2 ** level <= size; level += STEP) {
    const blocks = Math.floor(size / 2 ** level)
    for (let from = 0; from < blocks; from += BLOCKS_A_PAGE) {
      const to = Math.min(blocks, from + BLOCKS_A_PAGE)
      const children = await childrenOf(pool, level - STEP, from * BLOCK, to * BLOCK)
      const { rows } = await pool.query<{ index: string; hash: Buffer }>(
        'SELECT index, hash FROM audit.node WHERE level = $1 AND index >= $2 AND index < $3',
        [level, from, to],
      )
      const kept = new Map(rows.map(({ index, hash }) => [Number(index), hash]))
      for (let index = from; index < to; index += 1) {
        const root = rootOf(children.slice((index - from) * BLOCK, (index - from + 1) * BLOCK))
        if (kept.get(index)?.equals(root) === true) continue
        const [first, last] = [index * 2 ** level, (index + 1) * 2 ** level - 1]
        const detail = `the stored hash of the leaves ${first} to ${last} (audit.node, level ${level}) is wrong, so that proofs fail`
        findings.add({ kind: 'leaf changed', leaf: first, detail })
      }
    }
  }
}
