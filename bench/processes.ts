import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

type Environment = Readonly<Record<string, string>>

/**
 * Programs of this repository in processes of their own; scripts are named as they lie from here
 * in `dist/`.
 */
export class Processes {
  readonly #children: ChildProcess[] = []

  /**
   * Starts one that stays, and waits until it has printed what is announced. Gives the group in
   * it.
   */
  async start(script: string, env: Environment, announces: RegExp): Promise<string> {
    const child = launch(script, [], env)
    this.#children.unshift(child)
    let output = ''
    for await (const chunk of child.stdout) {
      output += String(chunk)
      const match = announces.exec(output)?.[1]
      if (match === undefined) continue
      child.stdout.resume()
      return match
    }
    throw new Error(`${script} ended: ${output}`)
  }

  /** Runs one to its end. Gives what it has printed. */
  async run(script: string, args: readonly string[], env: Environment): Promise<string> {
    let output = ''
    for await (const chunk of launch(script, args, env).stdout) output += String(chunk)
    return output
  }

  /** Ends all that were started, the last first. */
  async stop(): Promise<void> {
    for (const child of this.#children.splice(0)) {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    }
  }
}

function launch(script: string, args: readonly string[], env: Environment) {
  return spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}
