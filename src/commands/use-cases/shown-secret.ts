import { type ScopedContext, scopeOf } from '../handle.js'
import type { Vault } from '../../storage/vault/vault.js'

/** For so long, in milliseconds, a repeated request gets the secret again that it was shown. */
export const SECRET_SHOWN_AGAIN_MS = 24 * 3_600_000

/** Kind of these secrets, the first part of their names in the vault. */
export const SHOWN_SECRET = 'shown'

/** The vault's name of the secret that a command has shown. */
export function shownSecret(commandId: string): string {
  return `${SHOWN_SECRET}/${commandId}`
}

/**
 * A secret that is shown once: a new one, or, of a command that has come before, that of then. It
 * is stored before the command happens, so that whoever finishes it shows the same.
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
