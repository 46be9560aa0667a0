/** How the names of connections' gates begin, in contrast to those of governments and lanes. */
export const OF_CONNECTION = 'connection '

/**
 * The gate of a connection: closed while the customer's own system does not answer, so that its
 * calls occupy no room that others need.
 */
export function gateOfConnection(connectionId: string): string {
  return `${OF_CONNECTION}${connectionId}`
}

/** How the keys begin that wake the work behind a gate. */
export const BEHIND_GATE = 'gate '

/** The key that wakes the work that waits behind a gate. */
export function openingAwaited(gate: string): string {
  return `${BEHIND_GATE}${gate}`
}
