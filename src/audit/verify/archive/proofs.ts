import { FILES, type ProofLine } from '../../export/format.js'
import { leafHash, verifyInclusion } from '../../seals/merkle.js'
import { isSealed } from '../../seals/prefixes.js'
import type { RecordedSeal } from '../../seals/seals.js'
import { asEvent, asProofLine, isCanonical } from './lines.js'
import type { Findings } from '../findings.js'
import type { ArchiveReader } from './zip-reader.js'

/** Most unmatched events or proofs at a time; more are reported as one. */
const MOST_WAITING = 100_000

/**
 * Checks that a seal covers every live event of an archive. Events and proofs have the same order,
 * so both are read side by side. `isBroken`: whether a stream's chain is broken, which is reported
 * elsewhere.
 */
export async function checkProofs(
  archive: ArchiveReader,
  seals: ReadonlyMap<number, RecordedSeal>,
  isBroken: (stream: string) => boolean,
  findings: Findings,
): Promise<{ readonly proven: number; readonly unsealed: number; readonly proofs: number }> {
  const counted = { lines: 0 }
  const proofs = proofLines(archive, counted, findings)
  const waiting = new Map<string, ProofLine>()
  const rewritten = new Set<string>()
  let proven = 0
  let unsealed = 0

  /** The proof of this event; earlier ones are kept. */
  async function proofOf(key: string): Promise<ProofLine | null> {
    const known = waiting.get(key)
    if (known !== undefined) {
      waiting.delete(key)
      return known
    }
    while (waiting.size < MOST_WAITING) {
      const next = await proofs.next()
      if (next.done === true) return null
      const nextKey = keyOf(next.value)
      if (nextKey === key) return next.value
      waiting.set(nextKey, next.value)
    }
    return null
  }

  for await (const { value } of archive.lines(FILES.events)) {
    const event = asEvent(value)
    if (event === null || !isSealed(event.stream)) continue
    const { stream, revision, metadata } = event
    const proof = await proofOf(keyOf(event))
    if (proof === null) {
      findings.add({ kind: 'leaf changed', stream, revision, detail: 'the proof of the event is missing' })
      continue
    }
    if (proof.index === null || proof.seal === null) {
      unsealed += 1
      continue
    }
    const recorded = seals.get(proof.seal)
    if (recorded === undefined) {
      findings.add({ kind: 'seal missing', seal: proof.seal, detail: 'a proof names the seal, but it is missing' })
      continue
    }
    const holds = isIncluded(proof, recorded)
    if (proof.hash === metadata.hash && holds) proven += 1
    else if (!holds)
      findings.add({
        kind: 'leaf changed',
        stream,
        revision,
        leaf: proof.index,
        detail: `the proof does not lead to the root of seal ${proof.seal}`,
      })
    else if (!isBroken(stream) && !rewritten.has(stream)) {
      // All later events differ as well: their hashes depend on this one.
      rewritten.add(stream)
      findings.add({
        kind: 'edited',
        stream,
        revision,
        detail: `its chain was recomputed from here on: seal ${proof.seal} has signed another hash`,
      })
    }
  }
  for await (const proof of proofs) waiting.set(keyOf(proof), proof)
  for (const { stream, revision } of waiting.values())
    findings.add({
      kind: 'deleted',
      stream,
      revision,
      detail: 'there is a proof of the event, but the event is missing',
    })
  return { proven, unsealed, proofs: counted.lines }
}

/** Whether a proof leads to the root of its seal. */
export function isIncluded({ hash, index, path }: ProofLine, { seal }: RecordedSeal): boolean {
  return verifyInclusion({
    leaf: leafHash(Buffer.from(hash, 'hex')),
    index: index ?? -1,
    size: seal.size,
    path: path.map((each) => Buffer.from(each, 'hex')),
    root: Buffer.from(seal.root, 'hex'),
  })
}

async function* proofLines(
  archive: ArchiveReader,
  counted: { lines: number },
  findings: Findings,
): AsyncGenerator<ProofLine, void, undefined> {
  for await (const read of archive.lines(FILES.proofs)) {
    counted.lines = read.number
    const proof = asProofLine(read.value)
    if (proof === null || !isCanonical(read))
      findings.add({
        kind: 'leaf changed',
        file: FILES.proofs,
        detail: `line ${read.number} is not a valid proof`,
      })
    if (proof !== null) yield proof
  }
}

function keyOf({ stream, revision }: { readonly stream: string; readonly revision: number }): string {
  return `${stream}@${revision}`
}
