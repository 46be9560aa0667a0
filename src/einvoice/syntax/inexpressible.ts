/**
 * The model has a group of a national extension that the syntax can't express. It must not be lost
 * silently.
 */
export class Inexpressible extends Error {
  override readonly name = 'Inexpressible'
}
