import type { ApiKeyEvent, ApiKeyState } from '../domain/api-key.js'
import { accept, type Decision, reject } from './handle.js'

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
