import { type ApiKeyEvent, apiKeyPrefix, type ApiKeyState, hashApiKey, type Permission } from '../domain/api-key.js'
import type { Environment } from '../domain/event.js'
import { accept, type Decision, reject } from './handle.js'

/** The command: an API key is to be created. */
interface CreateApiKey {
  readonly keyId: string
  /** The full key; only its hash goes into the event. */
  readonly key: string
  readonly name: string
  readonly environment: Environment
  /** ISO 8601 with milliseconds, UTC; null: never. */
  readonly expiresAt: string | null
  readonly permissions: readonly Permission[] | null
}

/**
 * Creates an API key; the event holds only its prefix and its hash. Does nothing if the id exists
 * already.
 */
export function createApiKey(command: CreateApiKey) {
  return (state: ApiKeyState): Decision<ApiKeyEvent, never> => {
    if (state.status !== 'none') return accept()
    const { key, ...facts } = command
    return accept({ type: 'ApiKeyCreated', data: { ...facts, keyPrefix: apiKeyPrefix(key), keyHash: hashApiKey(key) } })
  }
}

/** Irreversible. */
export function revokeApiKey() {
  return (state: ApiKeyState): Decision<ApiKeyEvent, 'unknown' | 'already_revoked'> => {
    switch (state.status) {
      case 'none':
        return reject('unknown')
      case 'revoked':
        return reject('already_revoked')
      case 'active':
        return accept({ type: 'ApiKeyRevoked', data: {} })
    }
  }
}
