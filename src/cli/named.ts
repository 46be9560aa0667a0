import { InvalidArgumentError } from 'commander'
import { Refusal } from '../domain/refusal.js'
import { isHoldable } from '../domain/text.js'
import { StartupError } from '../storage/startup-error.js'

/** Runs `work` for the named account. If it does not exist, the error explains how to find it. */
export function namedAccount<T>(accountId: string, work: () => Promise<T>): Promise<T> {
  return named(`There is no account ${accountId}; \`clearway accounts list\` shows all.`, work)
}

/** The same for a key. */
export function namedKey<T>(keyId: string, work: () => Promise<T>): Promise<T> {
  return named(`There is no API key ${keyId}; \`clearway keys list --account …\` shows those of an account.`, work)
}

async function named<T>(absent: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && error.reason.kind === 'unknown') throw new StartupError(absent, { cause: error })
    throw error
  }
}

const LONGEST_NAME = 200
const CONTROL = /\p{Cc}/u

/** Checks the name of a new account or key. Refuses a name that does not fit on one line. */
export function newName(text: string): string {
  const name = text.trim()
  if (name === '' || name.length > LONGEST_NAME) {
    throw new InvalidArgumentError(`It must have 1 to ${LONGEST_NAME} characters.`)
  }
  if (CONTROL.test(name)) throw new InvalidArgumentError('It must have no line breaks and no control characters.')
  return name
}

/** Checks the name of an operator: what would not show in a list could pretend another name. */
export function operatorName(text: string): string {
  const name = newName(text)
  if (!isHoldable(name) || /\p{Cf}/u.test(name)) throw new InvalidArgumentError('It must have visible characters only.')
  return name
}
