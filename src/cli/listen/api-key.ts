import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { looksLikeApiKey } from '../../domain/api-key.js'
import { StartupError } from '../../storage/startup-error.js'
import type { CliRun } from '../cli-run.js'
import { codeOf } from '../../domain/caught.js'

/**
 * Where the API key comes from; never the command line, which every user of the machine can read.
 */
export interface KeySources {
  /** From the environment; null: not set. */
  readonly apiKey: string | null
  /**
   * A file whose first line is the key; takes precedence over the environment. null: none is
   * named.
   */
  readonly apiKeyFile: string | null
}

/**
 * The API key from the file, the environment, or the terminal. Throws `StartupError` for an
 * invalid key, without repeating it.
 */
export async function findApiKey(cli: CliRun, { apiKey, apiKeyFile }: KeySources): Promise<string> {
  if (apiKeyFile !== null) return checked(firstLineOf(apiKeyFile), `The content of ${apiKeyFile}`)
  if (apiKey !== null) return checked(apiKey, 'CLEARWAY_API_KEY')
  if (cli.stdin.isTTY) return checked(await askUnseen(cli, 'API key: '), 'The input')
  throw new StartupError('No API key: set CLEARWAY_API_KEY, or name a file with --api-key-file.')
}

function checked(text: string, subject: string): string {
  const key = text.trim()
  if (looksLikeApiKey(key)) return key
  throw new StartupError(
    `${subject} is not an API key: API keys begin with sk_test_ or sk_live_ and have 48 characters.`,
  )
}

function firstLineOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').split('\n')[0] ?? ''
  } catch (error) {
    throw new StartupError(`The file ${file} cannot be read (${codeOf(error) || 'unknown'}).`, { cause: error })
  }
}

/** Reads a line without showing it on the screen. */
async function askUnseen(cli: CliRun, prompt: string): Promise<string> {
  cli.stderr.write(prompt)
  const nowhere = new Writable({
    write(_chunk, _encoding, done) {
      done()
    },
  })
  const terminal = createInterface({ input: cli.stdin, output: nowhere, terminal: true })
  try {
    return await new Promise((resolve, reject) => {
      terminal.once('SIGINT', () => {
        reject(new StartupError('No API key was entered.'))
      })
      terminal.question('').then(resolve, reject)
    })
  } finally {
    terminal.close()
    cli.stderr.write('\n')
  }
}
