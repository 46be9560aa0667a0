/** The log of the launcher; a pino logger fits. */
export interface EmbeddedLog {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}
