/**
 * The model holds a group of a national extension that the syntax has no place for: nothing that
 * is invoiced may get lost in silence.
 */
export class Inexpressible extends Error {
  override readonly name = 'Inexpressible'
}
