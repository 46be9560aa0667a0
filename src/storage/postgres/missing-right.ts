/** PostgreSQL's code for a missing right. */
const INSUFFICIENT_PRIVILEGE = '42501'

/** Whether the database refused a statement because the role lacks the right. */
export function isMissingRight(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE
}
