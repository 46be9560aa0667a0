import type * as Reference from './reference/reference.js'

/**
 * The reference of rules, which is large and which the judge doesn't need: it is loaded when it is
 * first needed, in short steps of the main thread.
 */
export async function loadReference(): Promise<typeof Reference> {
  const reference = await import('./reference/reference.js')
  await reference.prepareReference()
  return reference
}
