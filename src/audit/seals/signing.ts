import { spawn } from 'node:child_process'
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { cut } from '../../domain/text.js'
import { createKeyFile, readKeyFile } from '../../storage/vault/key-file.js'
import { StartupError } from '../../storage/startup-error.js'
import { keyIdOf, publicKeyOf } from './seals.js'
import { messageOf } from '../../domain/caught.js'

/** Signs seals. */
export interface SealSigner {
  readonly keyId: string
  /** SPKI, PEM. */
  readonly publicKey: string
  /** An Ed25519 signature, 64 bytes. Rejects with `CannotSign`. */
  readonly sign: (bytes: Uint8Array) => Promise<Buffer>
}

/** The location of the key. */
export interface SigningSettings {
  readonly SEAL_KEY_FILE?: string
  readonly SEAL_COMMAND?: string
  readonly SEAL_PUBLIC_KEY_FILE?: string
  readonly DATA_DIR: string
  readonly DATABASE_URL?: string
}

/** The signing command failed, or its output is not a signature by the key. */
export class CannotSign extends Error {
  override readonly name = 'CannotSign'
}

/** Explains a missing key to people. */
export const NO_SEAL_KEY =
  'nothing is sealed: DATABASE_URL is set without SEAL_KEY_FILE (openssl genpkey -algorithm ed25519 creates one) or SEAL_COMMAND'

/** A signing command that takes longer is stopped. */
const COMMAND_MS = 30_000
const STOPS = 'SEAL_COMMAND was ended, as the process stops'
/** A signature in Base64 has 88 characters. */
const MOST_OUTPUT = 4_096
/** Settings with secrets, which the signing program must not see. */
export const SECRET_SETTINGS = [
  'SECRETS_KEY',
  'DATABASE_URL',
  'EVENTSTORE_URL',
  'INBOUND_TOKEN',
  'OPS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'SEAL_TSA_URL',
  'ANAF_CLIENT_SECRET',
  'PEPPOL_AP_TOKEN',
  'PEPPOL_SMP_TOKEN',
]

/**
 * Opens the key for signing seals, and creates one for a service with the embedded database. null:
 * there is none, and nothing can be sealed. Throws `StartupError`.
 * @param stopping aborts when the process is to end, and ends a program that signs; absent: it has
 * its time
 */
export function openSigner(settings: SigningSettings, stopping?: AbortSignal): SealSigner | null {
  const { SEAL_KEY_FILE, SEAL_COMMAND, SEAL_PUBLIC_KEY_FILE, DATA_DIR, DATABASE_URL } = settings
  if (SEAL_COMMAND !== undefined && SEAL_PUBLIC_KEY_FILE !== undefined)
    return commandSigner(SEAL_COMMAND, publicKeyIn(SEAL_PUBLIC_KEY_FILE), { stopping })
  if (SEAL_KEY_FILE !== undefined) return keySigner(readPrivateKey('SEAL_KEY_FILE', SEAL_KEY_FILE))
  if (DATABASE_URL !== undefined) return null
  const file = join(resolve(DATA_DIR), 'seal.key')
  return keySigner(
    parsePrivateKey(
      file,
      fromFile(file, () => readKeyFile(file) ?? createKeyFile(DATA_DIR, file, newKey())),
    ),
  )
}

/** Signs with a private key in this process. */
export function keySigner(key: KeyObject): SealSigner {
  return {
    ...publicPart(createPublicKey(key)),
    sign: (bytes) => Promise.resolve(sign(null, bytes, key)),
  }
}

/**
 * Signs with a program: its words are separated by spaces and not read by a shell. It receives the
 * bytes on standard input and prints the signature in Base64.
 */
export function commandSigner(command: string, key: KeyObject, limits: SigningLimits = {}): SealSigner {
  const [program = '', ...words] = command.trim().split(/\s+/)
  return {
    ...publicPart(key),
    async sign(bytes) {
      const text = await outputOf(program, words, bytes, limits)
      const signature = Buffer.from(text, 'base64')
      if (!verify(null, bytes, key, signature))
        throw new CannotSign(
          'what SEAL_COMMAND printed is not a signature in Base64 by the key in SEAL_PUBLIC_KEY_FILE over its standard input',
        )
      return signature
    },
  }
}

/** What ends a program that signs. */
interface SigningLimits {
  /** Milliseconds that it has. */
  readonly limitMs?: number
  /** Aborts when the process is to end. */
  readonly stopping?: AbortSignal | undefined
}

function outputOf(
  program: string,
  words: readonly string[],
  input: Uint8Array,
  { limitMs = COMMAND_MS, stopping }: SigningLimits,
): Promise<string> {
  if (stopping?.aborted === true) return Promise.reject(new CannotSign(STOPS))
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !SECRET_SETTINGS.includes(name)))
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'pipe'], env })
    // The timeout of `spawn` would delay the end of this process if the program does not exist.
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs)
    const onStop = (): void => {
      child.kill('SIGKILL')
      // What the program itself has started may keep these open.
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
      leave()
      reject(new CannotSign(STOPS))
    }
    const leave = (): void => {
      clearTimeout(timer)
      stopping?.removeEventListener('abort', onStop)
    }
    stopping?.addEventListener('abort', onStop)
    let [output, complaint] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.length > MOST_OUTPUT) child.kill('SIGKILL')
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (complaint.length < MOST_OUTPUT) complaint += text
    })
    // A program that ended without reading reports it by its status.
    child.stdin.on('error', () => {})
    child.on('error', ({ message }) => {
      leave()
      reject(new CannotSign(`SEAL_COMMAND can not be run: ${message}`))
    })
    child.on('close', (status, signal) => {
      leave()
      if (status === 0) resolve(output)
      else {
        const [line = ''] = complaint.trim().split('\n')
        const ended =
          signal === null
            ? `with status ${status ?? ''}`
            : `by ${signal} (it has ${limitMs / 1000} s and ${MOST_OUTPUT} characters)`
        reject(new CannotSign(`SEAL_COMMAND ended ${ended}${line === '' ? '' : `: ${cut(line, 200)}`}`))
      }
    })
    child.stdin.end(input)
  })
}

function publicPart(key: KeyObject): Pick<SealSigner, 'keyId' | 'publicKey'> {
  return { keyId: keyIdOf(key), publicKey: key.export({ type: 'spki', format: 'pem' }).toString() }
}

function newKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim()
}

function readPrivateKey(setting: string, file: string): KeyObject {
  const content = fromFile(file, () => readKeyFile(file))
  if (content === null) {
    throw new StartupError(
      `${setting} names ${file}, which does not exist; openssl genpkey -algorithm ed25519 creates a key.`,
    )
  }
  return parsePrivateKey(file, content)
}

function parsePrivateKey(file: string, content: string): KeyObject {
  let key: KeyObject | null = null
  try {
    key = createPrivateKey(content)
  } catch {
    // Its content is not repeated.
  }
  if (key?.asymmetricKeyType === 'ed25519') return key
  throw new StartupError(
    `The file ${file} does not contain an Ed25519 key (PEM, PKCS #8, unencrypted); openssl genpkey -algorithm ed25519 creates one.`,
  )
}

function publicKeyIn(file: string): KeyObject {
  const key = publicKeyOf(fromFile(file, () => readFileSync(file, 'utf8')))
  if (key !== null) return key
  throw new StartupError(
    `SEAL_PUBLIC_KEY_FILE names ${file}, which does not contain an Ed25519 public key (PEM); openssl pkey -pubout derives it from the key.`,
  )
}

function fromFile<T>(file: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(`The file ${file} cannot be read: ${messageOf(error)}.`, { cause: error })
  }
}
