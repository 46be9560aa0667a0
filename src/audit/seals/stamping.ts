import { type CommandContext, type CommandDeps, handle } from '../../commands/handle.js'
import { addTimeStamp } from '../../commands/seal.js'
import { seals, type SealTimeStamp } from '../../domain/seal.js'
import { type RecordedSeal, signedBytes } from './seals.js'

/** A time-stamping authority (RFC 3161). */
export interface TimeStamper {
  /**
   * Requests a stamp for the SHA-256 of these bytes and verifies the answer. Rejects with
   * `NoTimeStamp`.
   */
  readonly stamp: (
    bytes: Uint8Array,
    signal: AbortSignal,
  ) => Promise<Pick<SealTimeStamp, 'imprint' | 'authority' | 'time' | 'token'>>
}

/**
 * Requests a stamp for a seal and appends it after the seal. Only the newest seal needs one: it
 * refers to all earlier ones. Rejects with `NoTimeStamp`.
 */
export async function stampSeal(
  deps: CommandDeps,
  authority: TimeStamper,
  { seal, stream }: RecordedSeal,
  context: CommandContext,
  signal: AbortSignal,
): Promise<SealTimeStamp> {
  const stamp = { sequence: seal.sequence, ...(await authority.stamp(signedBytes(seal), signal)) }
  await handle(deps, context, seals, stream, addTimeStamp(stamp))
  return stamp
}
