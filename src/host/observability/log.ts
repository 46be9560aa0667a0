import pg from 'pg'
import pino, { type DestinationStream, type Logger } from 'pino'

/**
 * The service's log: JSON, one line each, without customers' data, also where an error quotes
 * them.
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
          // Without a message of its own, pino would take that of the error.
          const error = first instanceof Error ? first : (first as { readonly err?: unknown } | undefined)?.err
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
 * Properties that tell a developer where and what, and hold no data: of PostgreSQL's errors, the
 * system's and HTTP's.
 */
const TELLING = [
  ...['code', 'severity', 'schema', 'table', 'column', 'constraint', 'dataType', 'routine', 'file', 'line', 'position'],
  ...['errno', 'syscall', 'address', 'port', 'path', 'statusCode'],
] as const

/** Of nested errors no more than so many levels, and so many side by side. */
const DEEPEST = 5
const WIDEST = 10

/** An error as it stands in the log, with the errors that caused it. */
export interface LoggedError {
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly cause?: LoggedError
  readonly errors?: readonly LoggedError[]
  readonly [telling: string]: unknown
}

/**
 * An error as it is logged. Of its properties only known ones: in `detail`, `where`, `hint` and
 * `internalQuery` PostgreSQL repeats rows, parameters and documents, other libraries keep bodies
 * and requests. Messages that quote what could not be read lose the quotation.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' }
  const type = error.constructor.name
  const message = messageOf(error)
  const told: Record<string, unknown> = {}
  for (const name of TELLING) {
    const value = (error as unknown as Record<string, unknown>)[name]
    if (typeof value === 'string' || typeof value === 'number') told[name] = value
  }
  const deeper = depth < DEEPEST
  return {
    ...told,
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

/** SQLSTATE class 22, data exceptions: these quote the value. JSON.parse does too. */
function messageOf(error: Error): string {
  const quotes =
    error instanceof SyntaxError || (error instanceof pg.DatabaseError && error.code?.startsWith('22') === true)
  return quotes ? (/^[^"':]*/.exec(error.message)?.[0] ?? '').trim() : error.message
}

/** The stack without its first lines, which repeat the message as it was. */
function framesOf({ stack = '', message }: Error): string {
  const at = stack.indexOf(message)
  if (at === -1) return ''
  const frames = stack.slice(at + message.length)
  return frames.startsWith('\n    at ') ? frames : ''
}
