import type { KeyObject } from 'node:crypto'
import type pg from 'pg'
import type { Seal } from '../../domain/seal.js'
import { faultInOrder, faultOfSeal, keyIdOf, type RecordedSeal, type SealFault, sealHash } from '../seals/seals.js'
import type { Finding, Findings } from './findings.js'

/** By whose keys seals are judged, and what of them is known from elsewhere. */
export interface SealTrust {
  /** Keys that came another way; none: the seals' own are believed. */
  readonly trusted: readonly KeyObject[]
  /** Id of the key that this deployment signs with today; null: it has none here. */
  readonly ownKeyId: string | null
  /** Seals that were kept outside of the deployment. */
  readonly kept: readonly Seal[]
}

/** What a fault of a seal is called in a report. */
export function faultySeal(sequence: number, fault: SealFault): Finding {
  switch (fault) {
    case 'wrong-key-id':
      return { kind: 'signature', seal: sequence, detail: 'its key is not the one that it names' }
    case 'wrong-signature':
      return { kind: 'seal changed', seal: sequence, detail: 'the seal is not as it was signed' }
    case 'wrong-previous-seal':
      return { kind: 'seal changed', seal: sequence - 1, detail: `seal ${sequence} was made behind another one` }
    case 'wrong-previous-key':
      return { kind: 'signature', seal: sequence - 1, detail: `seal ${sequence} says that another key has signed it` }
    case 'smaller':
      return { kind: 'seal changed', seal: sequence, detail: 'it covers less than the seal before it' }
    case 'wrong-sequence':
      return { kind: 'seal missing', seal: sequence - 1, detail: `seal ${sequence} stands without the one before it` }
  }
}

/**
 * Judges all seals of a store, in their order: each by itself, by the one before it, by the keys
 * that are trusted, and by what the database and others remember of them. Answers notes.
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
        detail: `it is signed with the key ${seal.keyId}, which is none of those that are trusted`,
      })
    checkOrder(before, seal, findings)
    if (before !== null && before.keyId !== seal.keyId)
      notes.push(
        `From seal ${seal.sequence} on the key is ${seal.keyId}; before, it was ${before.keyId}. Was it changed by you?`,
      )
    before = seal
  }
  const newest = seals.at(-1)?.seal
  if (newest !== undefined && trusted.size === 0) {
    if (trust.ownKeyId !== null && newest.keyId !== trust.ownKeyId)
      findings.add({
        kind: 'signature',
        seal: newest.sequence,
        detail: `it is signed with the key ${newest.keyId}; the one of this deployment is ${trust.ownKeyId}`,
      })
    notes.push(
      'The signatures were checked by the keys that the seals name; with --public-key they are checked by one that came another way.',
    )
  }
  const bySequence = new Map(seals.map(({ seal }) => [seal.sequence, seal]))
  for (const { sequence, hash } of remembered) {
    const seal = bySequence.get(sequence)
    if (seal === undefined)
      findings.add({
        kind: 'seal missing',
        seal: sequence,
        detail: 'the database remembers the seal, and the store does not have it',
      })
    else if (hash !== null && sealHash(seal) !== hash)
      findings.add({
        kind: 'seal changed',
        seal: sequence,
        detail: 'the database remembers another seal under its number',
      })
  }
  for (const kept of trust.kept) {
    const seal = bySequence.get(kept.sequence)
    if (seal === undefined)
      findings.add({
        kind: 'truncated',
        seal: kept.sequence,
        detail: `a seal over ${kept.size} events was kept outside, and the store does not have it: it was cut off, or restored to an older point`,
      })
    else if (sealHash(seal) !== sealHash(kept))
      findings.add({
        kind: 'seal changed',
        seal: kept.sequence,
        detail: 'the seal that was kept outside is another one',
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
    findings.add({ kind: 'seal changed', seal: seal.sequence, detail: `it stands where seal ${expected} should` })
  for (let missing = expected; missing < Math.min(seal.sequence, expected + MOST_MISSING); missing += 1)
    findings.add({ kind: 'seal missing', seal: missing, detail: `seal ${seal.sequence} stands without it` })
}

/** More in a row are not named one by one. */
const MOST_MISSING = 1_000

/** What the database remembers of a seal that was made. */
export interface RememberedSeal {
  readonly sequence: number
  readonly hash: string | null
}

/** The seals that were appended, by what the database remembers of them. */
export async function rememberedSeals(pool: Pick<pg.Pool, 'query'>): Promise<readonly RememberedSeal[]> {
  const { rows } = await pool.query<{ sequence: string; hash: string | null }>(
    'SELECT sequence, hash FROM audit.seal WHERE revision IS NOT NULL ORDER BY sequence',
  )
  return rows.map(({ sequence, hash }) => ({ sequence: Number(sequence), hash }))
}
