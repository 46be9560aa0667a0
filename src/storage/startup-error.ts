/**
 * The service can't start (or a command can't run) for a reason that the operator can correct. The
 * message is one clear sentence with the remedy; main prints only that, without a stack trace, and
 * exits with a non-zero status.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
