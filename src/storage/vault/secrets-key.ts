import { hkdfSync, randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { fileError } from '../embedded-postgres/file-error.js'
import { createKeyFile, readKeyFile, replaceKeyFile } from './key-file.js'
import { StartupError } from '../startup-error.js'
import { withoutEnd } from '../../domain/text.js'

/** A key of the vault, with the id stored in rows. */
export interface SecretsKey {
  readonly id: string
  readonly key: Buffer
}

/**
 * The first encrypts; all decrypt: so a key is replaced by putting the new one before the old one.
 */
export type SecretsKeys = readonly [SecretsKey, ...SecretsKey[]]

const keyBytes = 32

/**
 * Reads SECRETS_KEY: 32 bytes in Base64; while a key is being replaced, the new one, a comma, and
 * the old one. Throws `StartupError` that doesn't repeat the value.
 */
export function parseSecretsKey(value: string): SecretsKeys {
  const [first, ...others] = value.split(',').map((part) => {
    const text = part.trim()
    const key = Buffer.from(text, 'base64')
    // Node ignores characters that aren't Base64, so the result is encoded again and compared.
    if (key.length !== keyBytes || withoutEnd(key.toString('base64'), '=') !== withoutEnd(text, '=')) {
      throw new StartupError(
        'SECRETS_KEY must be 32 bytes in Base64 (two of them, separated by a comma, while the key is replaced); "openssl rand -base64 32" creates one.',
      )
    }
    return { id: keyId(key), key }
  })
  // split never returns an empty array.
  return [first as SecretsKey, ...others]
}

/**
 * The key of a service with the embedded database: DATA_DIR/secrets.key, created on first use,
 * readable only by its owner. Two simultaneous callers get the same one. It must be in every
 * backup of DATA_DIR: without it the stored secrets are lost.
 */
export function secretsKeyOf(dataDir: string): SecretsKeys {
  const file = secretsKeyFile(dataDir)
  try {
    return parseKeyFile(file, readKeyFile(file) ?? createKeyFile(dataDir, file, newKey()))
  } catch (error) {
    throw fileError(dataDir, error)
  }
}

/** The same, but null if there is none yet. */
export function readSecretsKey(dataDir: string): SecretsKeys | null {
  const file = secretsKeyFile(dataDir)
  try {
    const content = readKeyFile(file)
    return content === null ? null : parseKeyFile(file, content)
  } catch (error) {
    throw fileError(dataDir, error)
  }
}

/** The path of the secrets key file of a data directory. */
export function secretsKeyFile(dataDir: string): string {
  return join(resolve(dataDir), 'secrets.key')
}

/**
 * Puts a new key before the one in the file of a data directory; if there are two already, a
 * replacement is in progress, and they are kept. Returns all of them. Throws `StartupError`.
 */
export function addKeyToFile(dataDir: string): SecretsKeys {
  const [first, ...others] = secretsKeyOf(dataDir)
  if (others.length > 0) return [first, ...others]
  writeKeyFile(dataDir, [randomBytes(keyBytes), first.key])
  return secretsKeyOf(dataDir)
}

/** Keeps only the first key in the file of a data directory. Throws `StartupError`. */
export function keepFirstKeyOfFile(dataDir: string): void {
  writeKeyFile(dataDir, [secretsKeyOf(dataDir)[0].key])
}

function writeKeyFile(dataDir: string, keys: readonly Buffer[]): void {
  try {
    replaceKeyFile(resolve(dataDir), secretsKeyFile(dataDir), keys.map((key) => key.toString('base64')).join(','))
  } catch (error) {
    throw fileError(dataDir, error)
  }
}

function parseKeyFile(file: string, content: string): SecretsKeys {
  try {
    return parseSecretsKey(content)
  } catch (error) {
    throw new StartupError(
      `The file ${file} does not contain a key (32 bytes in Base64); restore it from a backup: without it the stored secrets can't be read.`,
      { cause: error },
    )
  }
}

function newKey(): string {
  return randomBytes(keyBytes).toString('base64')
}

/** Distinguishes keys without revealing anything about them. */
function keyId(key: Buffer): string {
  return Buffer.from(hkdfSync('sha256', key, '', 'clearway vault key id', 8)).toString('hex')
}
