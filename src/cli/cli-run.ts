import type { Readable, Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { type OutputOptions, remedyOf, visible } from './output.js'

/** A stream that a command writes to; a terminal has a width. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number }

/** Environment and streams of a command: those of the process, or of a test. */
export interface CliHost {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  /** Calls back at the first SIGINT and the first SIGTERM; the result ends that. */
  readonly onInterrupt: (handler: () => void) => () => void
}

/**
 * One run of a command line. Commands reach settings, streams and exit status through it alone, so
 * that several runs share a process.
 */
export class CliRun {
  /** 0 done, 1 could not be done (or: an invoice is invalid), 2 wrong use. */
  status = 0
  /** The name given with `--as`; null: none. */
  operator: string | null = null
  readonly env: CliHost['env']
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  readonly onInterrupt: CliHost['onInterrupt']
  readonly #host: CliHost
  #readerIsGone = false

  constructor(host: CliHost) {
    this.#host = host
    this.env = host.env
    this.stdout = host.stdout
    this.stderr = host.stderr
    this.onInterrupt = host.onInterrupt
    // When the reader has closed the pipe (`| head`), further output is dropped, and the command
    // ends normally.
    for (const stream of [this.stdout, this.stderr]) {
      stream.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EPIPE') throw error
        if (stream === this.stdout) this.#readerIsGone = true
      })
    }
  }

  get stdin(): CliHost['stdin'] {
    return this.#host.stdin
  }

  /** Whether the reader of the output is gone; checked between two results. */
  async outputIsClosed(): Promise<boolean> {
    // A stream reports it only after the program has yielded.
    await setImmediate()
    return this.#readerIsGone
  }

  /** Writes a result: with `--json` the value, else the words; nothing for empty words. */
  printResult({ json }: OutputOptions, value: unknown, words: () => string): void {
    const text = json ? JSON.stringify(value) : words()
    if (text !== '' && !this.#readerIsGone) this.stdout.write(`${text}\n`)
  }

  /** Writes a note besides the result, in one sentence: with `--json` as `{"note": "…"}`. */
  printNote({ json }: OutputOptions, sentence: string): void {
    this.stderr.write(`${json ? JSON.stringify({ note: sentence }) : sentence}\n`)
  }

  /**
   * Writes why the command failed and sets its exit status to 1: with `--json` as `{"error": "…"}`
   * with `details` if there are any, else each detail on its own line.
   */
  printError({ json }: OutputOptions, sentence: string, details: readonly string[] = []): void {
    this.status = 1
    const text = json
      ? JSON.stringify({ error: sentence, ...(details.length > 0 && { details }) })
      : [
          details.length > 0 ? `${sentence.replace(/\.$/, '')}:` : sentence,
          ...details.map((detail) => `  ${visible(detail)}`),
        ].join('\n')
    this.stderr.write(`${text}\n`)
  }

  /**
   * Writes why the command failed. For an error that the caller can fix only its sentence; for a
   * fault of the program one sentence without customers' data, and with `verbose` the stack.
   */
  async printFailure(options: OutputOptions, error: unknown, verbose: boolean): Promise<void> {
    const remedy = remedyOf(error)
    if (remedy !== null) {
      this.printError(options, remedy)
      return
    }
    // Most commands never need it.
    const { loggedError } = await import('../host/observability/log.js')
    const { message, stack } = loggedError(error)
    const [firstLine = ''] = message.split('\n')
    const hint = verbose ? '' : ' --verbose shows where.'
    this.printError(
      options,
      `The command failed because of a bug: ${firstLine.replace(/\.$/, '')}.${hint}`,
      verbose ? stack.split('\n') : [],
    )
  }
}
