/** An example of OpenAPI: what it shows, and the JSON. */
export interface Example {
  readonly summary: string
  readonly value: unknown
}

/**
 * The examples of an operation, by their names; `npm test` sends each request and compares each
 * answer.
 */
export interface OperationExamples {
  readonly requests?: Readonly<Record<string, Example>>
  /** Requests in XML, for an operation that accepts it. */
  readonly documents?: Readonly<Record<string, { readonly summary: string; readonly value: string }>>
  /** Successful answers. */
  readonly responses?: Readonly<Record<string, Example>>
}

/** One example needs no name of its own. */
export function only(summary: string, value: unknown): Readonly<Record<string, Example>> {
  return { example: { summary, value } }
}

/** The identifiers and times that all examples share. */
export const IDS = {
  key: 'key_5JmWz0cX9bQnT2vRs8LdYf',
  company: 'comp_7QxGk2sVb9LnT0wRc4ZmYe',
  connection: 'conn_1BvHt8qXk5NzR3wLc9YdSm',
  invoice: 'inv_2WnKc7yTq4XbR9vLz0HdSm',
  received: 'rcv_4TgHc8rWq2NmV6xKp0YzJd',
  delivery: 'dlv_6RkWm1zXc9TnQ4vLs0JdYb',
  event: 'evt_0XyGq5vTk8BnR2wLc7ZmHs',
} as const
/** The time that all examples share. */
export const TIME = '2026-03-31T09:30:00.000Z'
