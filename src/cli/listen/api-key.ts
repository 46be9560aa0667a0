import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { looksLikeApiKey } from '../../domain/api-key.js'
import { StartupError } from '../../storage/startup-error.js'

/**
 * Where the API key may come from; never from the command line, which every user of the machine
 * can read.
 */
export interface KeySources {
  /** Of the environment; null: not there. */
  readonly apiKey: string | null
  /** Its first line is the key; goes before the environment. null: none is named. */
  readonly apiKeyFile: string | null
}

/**
 * The API key: of the file, of the environment, or typed in at the terminal. Throws `StartupError`
 * for what is no key; it never repeats it.
 */
export async function findApiKey({ apiKey, apiKeyFile }: KeySources): Promise<string> {
  if (apiKeyFile !== null) return checked(firstLineOf(apiKeyFile), `The file ${apiKeyFile} holds`)
  if (apiKey !== null) return checked(apiKey, 'CLEARWAY_API_KEY is')
  if (process.stdin.isTTY) return checked(await askUnseen('API key: '), 'That is')
  throw new StartupError('No API key is given: set CLEARWAY_API_KEY, or name a file with --api-key-file.')
}

function checked(text: string, beginning: string): string {
  const key = text.trim()
  if (looksLikeApiKey(key)) return key
  throw new StartupError(`${beginning} no API key; one begins with sk_test_ or sk_live_ and has 48 characters.`)
}

function firstLineOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').split('\n')[0] ?? ''
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw new StartupError(`The file ${file} can't be read (${code}).`, { cause: error })
  }
}

/** What is typed does not appear on the screen. */
async function askUnseen(prompt: string): Promise<string> {
  process.stderr.write(prompt)
  const nowhere = new Writable({
    write(_chunk, _encoding, done) {
      done()
    },
  })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await new Promise((resolve, reject) => {
      terminal.once('SIGINT', () => {
        reject(new StartupError('No API key was given.'))
      })
      terminal.question('').then(resolve, reject)
    })
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
