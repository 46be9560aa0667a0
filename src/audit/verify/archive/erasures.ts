import { isErasure } from '../../../domain/event-of.js'
import type { RecordedEvent } from '../../../domain/event.js'
import { fieldsOf } from '../../../domain/json.js'
import { faultOfRecord, judgeErased, streamsIn, targetsOf } from '../../erasure-records.js'
import { FILES, type ProofLine, type StreamLine } from '../../export/format.js'
import type { RecordedSeal } from '../../seals/seals.js'
import { notOfRetention, signedFrom } from '../erasure-records.js'
import type { Findings } from '../findings.js'
import type { HoldTimes } from '../hold-times.js'
import { sealedHash } from '../sealed-hash.js'
import { asEvent, asProofLine, isCanonical } from './lines.js'
import { isIncluded } from './proofs.js'
import type { ArchiveReader } from './zip-reader.js'

/** What the records of an archive are judged by. */
interface ArchiveErasureDeps {
  readonly archive: ArchiveReader
  readonly seals: ReadonlyMap<number, RecordedSeal>
  readonly holds: HoldTimes
  readonly isTrusted: (keyId: string) => boolean
  readonly now: Date
  readonly findings: Findings
}

/**
 * The streams that valid records of erasures in an archive excuse, by their names; null: the
 * archive was made before archives contained these records, and rests on its manifest.
 */
export async function archivedErasures(deps: ArchiveErasureDeps): Promise<ReadonlyMap<string, StreamLine> | null> {
  const { archive, seals, findings } = deps
  const from = signedFrom([...seals.values()])
  if (!archive.has(FILES.erasures) && from === null) return null
  const excused = new Map<string, StreamLine>()
  for await (const read of archive.lines(FILES.erasures)) {
    const { event: stored, proof: proven } = fieldsOf(read.value)
    const [event, proof] = [asEvent(stored), asProofLine(proven)]
    if (event === null || proof === null || !isErasure(event) || !isCanonical(read)) {
      const detail = `line ${read.number} is not a record of erasures`
      findings.add({ kind: 'archive changed', file: FILES.erasures, detail })
      continue
    }
    const index = provenIndex(event, proof, deps)
    const { data, metadata, position } = event
    const fault = faultOfRecord(data, {
      now: deps.now,
      occurredAt: metadata.occurredAt,
      mayBeUnsigned: from === null || (index !== null && index < from),
      isTrusted: deps.isTrusted,
    })
    if (fault !== null) {
      findings.add(notOfRetention(event, fault))
      continue
    }
    for (const each of streamsIn(data)) {
      const { fault: wrong, age } = judgeErased(data, each)
      const held = deps.holds.heldAt(position, targetsOf(each))
      const why =
        wrong ??
        (held === null ? null : `it names ${each.stream}, and the ${held.kind} ${held.id} was held`) ??
        (age === 'unknown' ? `it names ${each.stream}, and no signature shows that it was old enough` : null)
      if (why === null) excused.set(each.stream, each)
      else findings.add(notOfRetention(event, why))
    }
  }
  return excused
}

/** The index of a record's leaf; null: no seal covers it yet, or the proof is wrong. */
function provenIndex(event: RecordedEvent, proof: ProofLine, { seals, findings }: ArchiveErasureDeps): number | null {
  const { stream, revision, metadata } = event
  const isOfEvent = proof.stream === stream && proof.revision === revision && proof.hash === metadata.hash
  const isWhole = metadata.hash === sealedHash(event, revision)
  const seal = proof.seal === null ? undefined : seals.get(proof.seal)
  const isSealed = seal !== undefined && isIncluded(proof, seal)
  if (!isOfEvent || !isWhole || (proof.seal !== null && !isSealed)) {
    findings.add({
      kind: 'edited',
      stream,
      revision,
      file: FILES.erasures,
      detail: 'its proof does not lead to a seal',
    })
    return null
  }
  return isSealed ? proof.index : null
}
