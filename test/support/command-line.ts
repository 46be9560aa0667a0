import { Readable, Writable } from 'node:stream'
import { type CliHost, CliRun } from '../../src/cli/cli-run.js'
import { runProgram } from '../../src/cli/program.js'
import { type Ended, environmentOf } from './running-service.js'

/** What a command in this process has written. */
interface Heard {
  readonly host: CliHost
  readonly stdout: () => string
  readonly stderr: () => string
  /** As Ctrl-C does. */
  readonly interrupt: () => void
}

/** Streams in place of those of the process. */
export function hearing(env: CliHost['env'] = {}, stdin: string | Uint8Array = ''): Heard {
  const [stdout, stderr] = [new Kept(), new Kept()]
  const handlers = new Set<() => void>()
  const host: CliHost = {
    env,
    stdin: Readable.from([Buffer.from(stdin)]),
    stdout,
    stderr,
    onInterrupt: (handler) => {
      handlers.add(handler)
      return () => void handlers.delete(handler)
    },
  }
  const interrupt = (): void => {
    for (const handler of handlers) handler()
  }
  return { host, stdout: () => stdout.text(), stderr: () => stderr.text(), interrupt }
}

/** A run of no command, with nothing to read. */
export function idleRun(): CliRun {
  return new CliRun(hearing().host)
}

/** A command that runs in this process. */
interface Running extends Omit<Heard, 'host'> {
  /** Its status. */
  readonly ended: Promise<number>
}

/** Begins a command in this process. */
export function beginCli(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  stdin: string | Uint8Array = '',
): Running {
  const { host, ...heard } = hearing(environmentOf(env), stdin)
  return { ...heard, ended: runProgram(args, host) }
}

/**
 * Runs a command in this process, which spares a start of Node. Where the process is the subject,
 * `runCliProcess` and `startCli` run it in one of its own.
 */
export async function runCli(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  stdin: string | Uint8Array = '',
): Promise<Ended> {
  const { ended, stdout, stderr } = beginCli(args, env, stdin)
  const status = await ended
  return { status, stdout: stdout(), stderr: stderr() }
}

class Kept extends Writable {
  readonly #chunks: Buffer[] = []

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk)
    done()
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8')
  }
}
