import type { CliRun } from './cli-run.js'
import type { OutputOptions } from './output.js'

/** A line on a terminal that shows the progress of a command. */
interface ProgressLine {
  readonly show: (text: string) => void
  /** Removes the line. */
  readonly end: () => void
}

/**
 * Writes to standard error if it is a terminal and the output is for a person; else shows nothing.
 */
export function progressLine({ stderr }: CliRun, { json }: OutputOptions): ProgressLine {
  if (json || !stderr.isTTY) return { show: () => undefined, end: () => undefined }
  return {
    show: (text) => void stderr.write(`\r\u001b[K${text}…`),
    end: () => void stderr.write('\r\u001b[K'),
  }
}
