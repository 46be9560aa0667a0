import { type ScopedContext, scopeOf } from '../handle.js'
import type { Vault } from '../../storage/vault/vault.js'

/** How long, in milliseconds, a repeated request gets the secret that it was shown. */
export const SECRET_SHOWN_AGAIN_MS = 24 * 3_600_000

/** Kind of these secrets, the first part of their names in the vault. */
export const SHOWN_SECRET = 'shown'

/** The vault's name for the secret that a command has shown. */
export function shownSecret(commandId: string): string {
  return `${SHOWN_SECRET}/${commandId}`
}

/**
 * A secret that is shown once: a new one, or, for a command that is run again, the one of the
 * first run. It is stored before the command happens, so that the process that finishes the
 * command shows the same one.
 */
export async function secretToShow(
  vault: Pick<Vault, 'add'>,
  context: ScopedContext,
  make: () => string,
): Promise<string> {
  const { commandId } = context
  if (commandId === undefined) return make()
  const stored = await vault.add(scopeOf(context), shownSecret(commandId), Buffer.from(make(), 'utf8'))
  return Buffer.from(stored).toString('utf8')
}
