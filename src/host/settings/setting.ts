import { Type } from '@sinclair/typebox'

/** Allowed values of a port. */
export const PORT = 'a port number from 0 to 65535'

/**
 * Both are written to .env.example; `mustBe` completes the sentence "NAME is …, but must be …".
 */
interface Words {
  readonly description: string
  readonly mustBe: string
  /** The value is never repeated in a message. */
  readonly secret?: boolean
}

/** A setting that is text; with `address`, a trailing slash is dropped. */
export const text = (words: Words, options: { default?: string; pattern?: string; address?: boolean } = {}) =>
  Type.String({ minLength: options.default === '' ? 0 : 1, ...options, ...words })
/** A whole number. */
export const integer = (words: Words, options: { default?: number; minimum: number; maximum?: number }) =>
  Type.Integer({ ...options, ...words })
/** A switch; off by default. */
export const flag = (description: string) => Type.Boolean({ description, mustBe: 'true or false', default: false })
/** An http(s) address; `secret`: it may contain a password. */
export const webAddress = (description: string, standard?: string, secret?: true) =>
  text(
    { description, mustBe: 'an http(s) address', ...(secret && { secret }) },
    { pattern: '^https?://[^\\s/]+\\S*$', address: true, ...(standard !== undefined && { default: standard }) },
  )
