import type { OutputOptions } from './output.js'

/** A line on a terminal that says how far a command is. */
export interface ProgressLine {
  readonly show: (text: string) => void
  /** Takes the line away. */
  readonly end: () => void
}

/** On standard error, where that is a terminal and a person reads it; else nothing is shown. */
export function progressLine({ json }: OutputOptions): ProgressLine {
  if (json || !process.stderr.isTTY) return { show: () => undefined, end: () => undefined }
  return {
    show: (text) => void process.stderr.write(`\r\u001b[K${text}…`),
    end: () => void process.stderr.write('\r\u001b[K'),
  }
}
