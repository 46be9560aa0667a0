import pg from 'pg'
import pino, { type DestinationStream, type Logger } from 'pino'
import { fieldsOf } from '../../domain/json.js'

/**
 * The service's log: one line of JSON per entry, without customers' data, even where an error
 * quotes them.
 */
export function createLog(level: string, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      // ISO 8601 in UTC with milliseconds.
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => loggedError(error) },
      hooks: {
        logMethod([first, message, ...others], method) {
          // Without a message of its own, pino would use the error's.
          const error = first instanceof Error ? first : fieldsOf(first)['err']
          if (!(error instanceof Error)) method.apply(this, [first, message, ...others])
          else
            method.apply(this, [
              first instanceof Error ? { err: error } : first,
              message ?? messageOf(error),
              ...others,
            ])
        },
      },
    },
    destination,
  )
}

/**
 * Properties that show a developer where and what failed, and contain no data: from errors of
 * PostgreSQL, the system and HTTP.
 */
const LOGGED_PROPERTIES = [
  ...['code', 'severity', 'schema', 'table', 'column', 'constraint', 'dataType', 'routine', 'file', 'line', 'position'],
  ...['errno', 'syscall', 'address', 'port', 'path', 'statusCode'],
] as const

/** Most levels of nested errors, and most errors on one level. */
const DEEPEST = 5
const WIDEST = 10

/** An error as it is logged, with its causes. */
export interface LoggedError {
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly cause?: LoggedError
  readonly errors?: readonly LoggedError[]
  readonly [property: string]: unknown
}

/**
 * An error as it is logged, with known properties only: PostgreSQL repeats rows, parameters and
 * documents in `detail`, `where`, `hint` and `internalQuery`, and other libraries keep bodies and
 * requests. A message that quotes unreadable input loses the quotation.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' }
  const type = error.constructor.name
  const message = messageOf(error)
  const properties: Record<string, unknown> = {}
  for (const name of LOGGED_PROPERTIES) {
    const value: unknown = Reflect.get(error, name)
    if (typeof value === 'string' || typeof value === 'number') properties[name] = value
  }
  const deeper = depth < DEEPEST
  return {
    ...properties,
    type,
    message,
    stack: `${type}: ${message}${framesOf(error)}`,
    ...(deeper && error.cause !== undefined && { cause: loggedError(error.cause, depth + 1) }),
    ...(deeper &&
      error instanceof AggregateError && {
        errors: error.errors.slice(0, WIDEST).map((one: unknown) => loggedError(one, depth + 1)),
      }),
  }
}

/** SQLSTATE class 22, data exceptions, quotes the value. So does JSON.parse. */
function messageOf(error: Error): string {
  const quotes =
    error instanceof SyntaxError || (error instanceof pg.DatabaseError && error.code?.startsWith('22') === true)
  return quotes ? (/^[^"':]*/.exec(error.message)?.[0] ?? '').trim() : error.message
}

/** The stack without its first lines, which repeat the unredacted message. */
function framesOf({ stack = '', message }: Error): string {
  const at = stack.indexOf(message)
  if (at === -1) return ''
  const frames = stack.slice(at + message.length)
  return frames.startsWith('\n    at ') ? frames : ''
}
