/** A caught value as an error. */
export function errorOf(caught: unknown): Error {
  return caught instanceof Error ? caught : new Error(String(caught))
}

/** The message of a caught value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The code of a caught error, such as `ENOENT`; the empty text: it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
