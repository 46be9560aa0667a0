import { derivedId, derivedUuid, type IdPrefix, newId, type RandomBytes } from '../domain/ids.js'

/** What tells a command that may come again from all others. */
interface MayComeAgain {
  /** A UUID; absent: it comes once. */
  readonly commandId?: string
}

/**
 * The id of what a command creates: a new one, or, of a command that may come again, always the
 * same.
 */
export function idFor({ commandId }: MayComeAgain, prefix: IdPrefix, random: RandomBytes): string {
  return commandId === undefined ? newId(prefix, random) : derivedId(prefix, commandId, prefix)
}

/**
 * Whether a command that may come again has appended to this stream already, as far as `loaded`
 * holds its events.
 */
export function hasHappened(
  { commandId }: MayComeAgain,
  stream: string,
  { events }: { readonly events: readonly { readonly id: string }[] },
): boolean {
  return commandId !== undefined && events.some(({ id }) => id === eventIdOf(commandId, stream, 0))
}

/** The id of the command's event at that index among those that it appends to a stream. */
export function eventIdOf(commandId: string, stream: string, index: number): string {
  return derivedUuid(commandId, stream, String(index))
}
