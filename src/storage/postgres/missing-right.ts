/** PostgreSQL's code for what a role may not do. */
const INSUFFICIENT_PRIVILEGE = '42501'

/** Whether the database refused something because the role has no right to it. */
export function isMissingRight(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE
}
