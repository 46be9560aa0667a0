import { derivedId, derivedUuid, type IdPrefix, newId, type RandomBytes } from '../domain/ids.js'

/** Identifies a command that may be run again. */
interface MayComeAgain {
  /** A UUID; absent: the command runs once. */
  readonly commandId?: string
}

/**
 * The id of what a command creates: always the same for a command that may be run again, else a
 * new one.
 */
export function idFor({ commandId }: MayComeAgain, prefix: IdPrefix, random: RandomBytes): string {
  return commandId === undefined ? newId(prefix, random) : derivedId(prefix, commandId, prefix)
}

/**
 * Whether a command that may be run again has appended to this stream already, as far as `loaded`
 * holds its events.
 */
export function hasHappened(
  { commandId }: MayComeAgain,
  stream: string,
  { events }: { readonly events: readonly { readonly id: string }[] },
): boolean {
  return commandId !== undefined && events.some(({ id }) => id === eventIdOf(commandId, stream, 0))
}

/** The id of the command's event at that index among the events that it appends to a stream. */
export function eventIdOf(commandId: string, stream: string, index: number): string {
  return derivedUuid(commandId, stream, String(index))
}
