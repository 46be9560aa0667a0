import { hash } from 'node:crypto'
import { type Aggregate, unknownEvent } from './aggregate.js'
import type { Environment } from './event.js'
import { base62, type RandomBytes } from './ids.js'

/** The permissions of a key: everything, or only what changes nothing. */
export const PERMISSIONS = ['full', 'read'] as const
/** One of `PERMISSIONS`. */
export type Permission = (typeof PERMISSIONS)[number]

/** What can happen to an API key. */
export type ApiKeyEvent =
  | {
      readonly type: 'ApiKeyCreated'
      readonly data: {
        readonly keyId: string
        readonly name: string
        readonly environment: Environment
        /** First 12 characters of the key. */
        readonly keyPrefix: string
        /** SHA-256 (hex) of the key; the key itself is kept nowhere. */
        readonly keyHash: string
        /** ISO 8601; null: never. */
        readonly expiresAt: string | null
        /** null: created without a choice of permissions, which means full ones. */
        readonly permissions: readonly Permission[] | null
      }
    }
  | { readonly type: 'ApiKeyRevoked'; readonly data: Record<string, never> }

/** The state of an API key for decisions. */
export type ApiKeyState =
  | { readonly status: 'none' }
  | { readonly status: 'active' | 'revoked'; readonly keyId: string; readonly environment: Environment }

/** An API key of an account. It opens one environment. */
export const apiKey: Aggregate<ApiKeyState, ApiKeyEvent> = {
  name: 'API key',
  initialState: { status: 'none' },
  evolve(state, event) {
    switch (event.type) {
      case 'ApiKeyCreated':
        return { status: 'active', keyId: event.data.keyId, environment: event.data.environment }
      case 'ApiKeyRevoked':
        if (state.status === 'none') throw new Error('ApiKeyRevoked before ApiKeyCreated')
        return { ...state, status: 'revoked' }
      default:
        return unknownEvent(event)
    }
  },
}

const KEY_PREFIX: Record<Environment, string> = { test: 'sk_test_', production: 'sk_live_' }
const KEY_PATTERN = /^sk_(?:test|live)_[0-9A-Za-z]{40}$/

/** A new key: the environment's prefix and 40 base62 characters from 256 random bits. */
export function newApiKey(environment: Environment, random: RandomBytes): string {
  return KEY_PREFIX[environment] + base62(random(32), 40)
}

/** Whether the text has the form of a key. */
export function looksLikeApiKey(text: string): boolean {
  return KEY_PATTERN.test(text)
}

/** The stored form of a key: its SHA-256 in hexadecimal. */
export function hashApiKey(key: string): string {
  return hash('sha256', key)
}

/** The first 12 characters of a key, by which its owner recognises it. They are not secret. */
export function apiKeyPrefix(key: string): string {
  return key.slice(0, 12)
}
