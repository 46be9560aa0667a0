import type { KeyObject } from 'node:crypto'
import type pg from 'pg'
import type { Seal } from '../../domain/seal.js'
import { faultInOrder, faultOfSeal, keyIdOf, type RecordedSeal, type SealFault, sealHash } from '../seals/seals.js'
import type { Finding, Findings } from './findings.js'

/** The keys trusted for seals, and copies kept elsewhere. */
export interface SealTrust {
  /** Keys from a separate source; none: the seals' own keys are used. */
  readonly trusted: readonly KeyObject[]
  /** Id of the key that this deployment signs with today; null: it has none here. */
  readonly ownKeyId: string | null
  /** Seals that were kept outside of the deployment. */
  readonly kept: readonly Seal[]
}

/** A seal's fault as a finding. */
export function faultySeal(sequence: number, fault: SealFault): Finding {
  switch (fault) {
    case 'wrong-key-id':
      return { kind: 'signature', seal: sequence, detail: 'its key does not match its key id' }
    case 'wrong-signature':
      return { kind: 'seal changed', seal: sequence, detail: 'the seal was changed after it was signed' }
    case 'wrong-previous-seal':
      return { kind: 'seal changed', seal: sequence - 1, detail: `seal ${sequence} refers to another previous seal` }
    case 'wrong-previous-key':
      return { kind: 'signature', seal: sequence - 1, detail: `seal ${sequence} states that another key has signed it` }
    case 'smaller':
      return { kind: 'seal changed', seal: sequence, detail: 'it covers fewer events than the previous seal' }
    case 'wrong-sequence':
      return { kind: 'seal missing', seal: sequence - 1, detail: `seal ${sequence} exists without the previous one` }
  }
}

/**
 * Checks all seals of a store, in their order: each alone, against the previous one, with the
 * trusted keys, and against the database and copies kept elsewhere. Returns notes.
 */
export function checkSeals(
  seals: readonly RecordedSeal[],
  remembered: readonly RememberedSeal[],
  trust: SealTrust,
  findings: Findings,
): readonly string[] {
  const trusted = new Set(trust.trusted.map(keyIdOf))
  const notes: string[] = []
  let before: Seal | null = null
  for (const { seal } of seals) {
    const fault = faultOfSeal(seal)
    if (fault !== null) findings.add(faultySeal(seal.sequence, fault))
    else if (trusted.size > 0 && !trusted.has(seal.keyId))
      findings.add({
        kind: 'signature',
        seal: seal.sequence,
        detail: `it is signed with the key ${seal.keyId}, which is not trusted`,
      })
    checkOrder(before, seal, findings)
    if (before !== null && before.keyId !== seal.keyId)
      notes.push(
        `From seal ${seal.sequence} on, the key is ${seal.keyId}; before, it was ${before.keyId}. Confirm that this change was intended.`,
      )
    before = seal
  }
  const newest = seals.at(-1)?.seal
  if (newest !== undefined && trusted.size === 0) {
    if (trust.ownKeyId !== null && newest.keyId !== trust.ownKeyId)
      findings.add({
        kind: 'signature',
        seal: newest.sequence,
        detail: `it is signed with the key ${newest.keyId}, but this deployment has ${trust.ownKeyId}`,
      })
    notes.push(
      'The signatures were checked with the keys that the seals name; use --public-key to check them with a key from a separate source.',
    )
  }
  const bySequence = new Map(seals.map(({ seal }) => [seal.sequence, seal]))
  for (const { sequence, hash } of remembered) {
    const seal = bySequence.get(sequence)
    if (seal === undefined)
      findings.add({
        kind: 'seal missing',
        seal: sequence,
        detail: 'the database lists the seal, but the store does not contain it',
      })
    else if (hash !== null && sealHash(seal) !== hash)
      findings.add({
        kind: 'seal changed',
        seal: sequence,
        detail: 'the database lists another seal under its number',
      })
  }
  for (const kept of trust.kept) {
    const seal = bySequence.get(kept.sequence)
    if (seal === undefined)
      findings.add({
        kind: 'truncated',
        seal: kept.sequence,
        detail: `a seal over ${kept.size} events was kept elsewhere, but the store does not contain it: the store was truncated, or restored to an older point`,
      })
    else if (sealHash(seal) !== sealHash(kept))
      findings.add({
        kind: 'seal changed',
        seal: kept.sequence,
        detail: 'the seal kept elsewhere is a different one',
      })
  }
  return notes
}

function checkOrder(before: Seal | null, seal: Seal, findings: Findings): void {
  const expected = (before?.sequence ?? 0) + 1
  if (seal.sequence === expected) {
    const fault = faultInOrder(before, seal)
    if (fault !== null) findings.add(faultySeal(seal.sequence, fault))
    return
  }
  if (seal.sequence < expected)
    findings.add({ kind: 'seal changed', seal: seal.sequence, detail: `it is in the place of seal ${expected}` })
  for (let missing = expected; missing < Math.min(seal.sequence, expected + MOST_MISSING); missing += 1)
    findings.add({ kind: 'seal missing', seal: missing, detail: `seal ${seal.sequence} exists without it` })
}

/** Longer gaps are not listed one by one. */
const MOST_MISSING = 1_000

/** The database's record of a seal. */
interface RememberedSeal {
  readonly sequence: number
  readonly hash: string | null
}

/** The appended seals, from the database's records. */
export async function rememberedSeals(pool: Pick<pg.Pool, 'query'>): Promise<readonly RememberedSeal[]> {
  const { rows } = await pool.query<{ sequence: string; hash: string | null }>(
    'SELECT sequence, hash FROM audit.seal WHERE revision IS NOT NULL ORDER BY sequence',
  )
  return rows.map(({ sequence, hash }) => ({ sequence: Number(sequence), hash }))
}
