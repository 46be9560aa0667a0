import fc from 'fast-check'
import t from 'tap'
import {
  consistencyPath,
  EMPTY_ROOT,
  Frontier,
  inclusionPath,
  inclusionRanges,
  leafHash,
  rootOf,
  verifyConsistency,
  verifyInclusion,
} from '../../../src/audit/seals/merkle.js'
import { triesOf } from '../../support/random/sample.js'

/** The leaves and roots with which certificate-transparency's own tests compare. */
const KNOWN_LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const KNOWN_ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const known = KNOWN_LEAVES.map((data) => leafHash(Buffer.from(data, 'hex')))
const hex = (hashes: readonly Buffer[]): readonly string[] => hashes.map((hash) => hash.toString('hex'))

t.test('the known roots of certificate transparency', async (t) => {
  t.equal(EMPTY_ROOT.toString('hex'), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  t.same(
    KNOWN_ROOTS.map((_, index) => rootOf(known.slice(0, index + 1)).toString('hex')),
    KNOWN_ROOTS,
  )
})

t.test('its known proofs', async (t) => {
  t.same(hex(inclusionPath(0, known)), [
    '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
    '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
    '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
  ])
  t.same(hex(inclusionPath(5, known)), [
    'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  ])
  t.same(hex(inclusionPath(1, known.slice(0, 5))), [
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
    'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
  ])
  t.same(hex(consistencyPath(6, known)), [
    '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
    'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  ])
  t.same(hex(consistencyPath(2, known.slice(0, 5))), [
    '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
    'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
  ])
})

const leavesOf = (size: number): Buffer[] =>
  Array.from({ length: size }, (_, index) => leafHash(Buffer.from(`${index}`)))
const sizes = fc.integer({ min: 1, max: 200 })
/** The same hash with one bit changed. */
const bent = (hash: Uint8Array, bit: number): Buffer => {
  const copy = Buffer.from(hash)
  copy[Math.floor(bit / 8) % 32] = (copy[Math.floor(bit / 8) % 32] ?? 0) ^ (1 << (bit % 8))
  return copy
}

t.test('every inclusion proof holds, and none with anything changed in it', async () => {
  fc.assert(
    fc.property(sizes, fc.nat(), fc.nat(), fc.nat(255), (size, at, other, bit) => {
      const leaves = leavesOf(size)
      const [index, wrong] = [at % size, other % size]
      const path = inclusionPath(index, leaves)
      const proof = { leaf: leaves[index] ?? EMPTY_ROOT, index, size, path, root: rootOf(leaves) }
      const changed = [
        { ...proof, leaf: bent(proof.leaf, bit) },
        { ...proof, root: bent(proof.root, bit) },
        { ...proof, path: path.map((hash, place) => (place === wrong % path.length ? bent(hash, bit) : hash)) },
        { ...proof, path: [...path, proof.root] },
        { ...proof, path: path.slice(0, -1) },
        { ...proof, index: wrong },
        { ...proof, index: size },
        { ...proof, root: rootOf(leavesOf(size + 1)), size: size + 1 },
      ]
      // Nothing is changed where the other place is the same, or there is no path to change.
      const real = changed.filter(
        (one) =>
          one.leaf !== proof.leaf || one.root !== proof.root || one.index !== index || hexOf(one) !== hexOf(proof),
      )
      return verifyInclusion(proof) && real.every((one) => !verifyInclusion(one))
    }),
    { numRuns: triesOf(500) },
  )
})

t.test('every consistency proof holds, and none with anything changed in it', async () => {
  fc.assert(
    fc.property(sizes, sizes, fc.nat(), fc.nat(255), (one, other, at, bit) => {
      const [first, second] = [Math.min(one, other), Math.max(one, other)]
      const leaves = leavesOf(second)
      const path = consistencyPath(first, leaves)
      const proof = { first, firstRoot: rootOf(leaves.slice(0, first)), second, secondRoot: rootOf(leaves), path }
      const rewritten = leaves.map((leaf, index) => (index === at % first ? bent(leaf, bit) : leaf))
      const changed = [
        { ...proof, firstRoot: bent(proof.firstRoot, bit) },
        { ...proof, secondRoot: bent(proof.secondRoot, bit) },
        { ...proof, path: [...path, proof.firstRoot] },
        ...path.map((_, place) => ({ ...proof, path: path.map((hash, p) => (p === place ? bent(hash, bit) : hash)) })),
        ...(path.length > 0 ? [{ ...proof, path: path.slice(0, -1) }] : []),
        // Another history cannot be shown to continue the first, by any proof of its own.
        { ...proof, secondRoot: rootOf(rewritten), path: consistencyPath(first, rewritten) },
      ]
      return verifyConsistency(proof) && changed.every((one) => !verifyConsistency(one))
    }),
    { numRuns: triesOf(500) },
  )
})

t.test('a tree that grows leaf by leaf, or by whole subtrees, has the same root', async () => {
  fc.assert(
    fc.property(sizes, fc.nat(5), (size, level) => {
      const leaves = leavesOf(size)
      const block = 2 ** level
      const frontier = new Frontier()
      const whole = Math.floor(size / block)
      for (let index = 0; index < whole; index++)
        frontier.pushSubtree(level, rootOf(leaves.slice(index * block, (index + 1) * block)))
      for (const leaf of leaves.slice(whole * block)) frontier.push(leaf)
      return frontier.root().equals(rootOf(leaves))
    }),
    { numRuns: triesOf(200) },
  )
})

t.test('what is no proof is none, and an index beyond the tree a fault', async (t) => {
  const [leaf] = leavesOf(1)
  const root = rootOf(leavesOf(1))
  const proof = { leaf: leaf ?? root, index: 0, size: 1, path: [], root }
  t.equal(verifyInclusion(proof), true)
  for (const change of [{ index: -1 }, { index: 0.5 }, { size: NaN }, { size: 2 ** 60 }, { leaf: Buffer.alloc(31) }])
    t.equal(verifyInclusion({ ...proof, ...change }), false, JSON.stringify(change))
  t.throws(() => inclusionRanges(3, 3), RangeError)
  const odd = new Frontier()
  odd.push(root)
  t.throws(() => odd.pushSubtree(1, root), RangeError)
})

function hexOf({ path }: { readonly path: readonly Uint8Array[] }): string {
  return path.map((hash) => Buffer.from(hash).toString('hex')).join()
}
