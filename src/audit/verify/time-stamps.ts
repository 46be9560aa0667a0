import type { SealTimeStamp } from '../../domain/seal.js'
import { type RecordedSeal, signedBytes } from '../seals/seals.js'
import { NoTimeStamp, verifyTimeStamp } from '../seals/time-stamping.js'
import type { Findings } from './findings.js'
import { counted } from '../../domain/counted.js'

/** A stamp may be this much older than its seal: clocks differ. */
const SKEW_MS = 5 * 60_000
/** Later stamps are reported: a backdated seal gets its stamp late. */
const LATE_MS = 24 * 3_600_000

/**
 * Checks the time stamps (RFC 3161) of seals with the certificates of authorities, PEM; null:
 * there are none, so nothing is checked. Returns notes.
 */
export async function checkTimeStamps(
  seals: readonly RecordedSeal[],
  authorities: readonly string[] | null,
  findings: Findings,
): Promise<readonly string[]> {
  const stamped = seals.flatMap(({ seal, timeStamp }) => (timeStamp ? [{ seal, timeStamp }] : []))
  if (authorities === null) {
    const not = `The time stamps of ${counted(stamped.length, 'seal')} were not checked; use --tsa-ca to check them.`
    return stamped.length === 0 ? [] : [not]
  }
  const late: number[] = []
  for (const { seal, timeStamp } of stamped) {
    const fault = await faultOf(timeStamp, signedBytes(seal), authorities)
    if (fault !== null) findings.add({ kind: 'time stamp', seal: seal.sequence, detail: fault })
    const delay = Date.parse(timeStamp.time) - Date.parse(seal.sealedAt)
    if (fault === null && delay < -SKEW_MS)
      findings.add({
        kind: 'time stamp',
        seal: seal.sequence,
        detail: `it was stamped at ${timeStamp.time}, before its own time`,
      })
    if (fault === null && delay > LATE_MS) late.push(seal.sequence)
  }
  const without = seals.length - stamped.length
  return [
    `Time stamps of ${counted(stamped.length, 'seal')} were checked; ${without} have none.`,
    ...(late.length === 0
      ? []
      : [`Stamped more than a day after their own time: ${counted(late.length, 'seal')}, first seal ${late[0] ?? 0}.`]),
  ]
}

async function faultOf(
  { token, time: said }: SealTimeStamp,
  bytes: Uint8Array,
  authorities: readonly string[],
): Promise<string | null> {
  try {
    const { time } = await verifyTimeStamp(Buffer.from(token, 'base64'), bytes, authorities)
    const isSaid = time.getTime() === Date.parse(said)
    return isSaid ? null : `its token contains ${time.toISOString()}, not ${said}`
  } catch (error) {
    if (error instanceof NoTimeStamp) return error.message
    throw error
  }
}
