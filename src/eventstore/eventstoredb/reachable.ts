import { StartupError } from '../../storage/startup-error.js'
import { type Address, describeAddress } from './address.js'
import { refusal } from './errors.js'

/** The operation that failed at the start. */
type Attempt = 'read' | 'write'

/**
 * Why the store can't be used, in one sentence with the remedy, for the operator who starts the
 * service. Recognises the errors of the gRPC library for sockets and certificates, and those of
 * EventStoreDB for users. Never shows the password.
 */
export function startupErrorOf(error: unknown, address: Address, attempt: Attempt): StartupError {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  const server = `The event store (${describeAddress(address)})`
  return new StartupError(sentence(server, cause, address, attempt), { cause: error })
}

function sentence(server: string, cause: unknown, { user }: Address, attempt: Attempt): string {
  switch (refusal(cause)) {
    case 'user':
      return `${server} rejects the user or password in EVENTSTORE_URL; correct them there.`
    case 'access': {
      const who = user === null ? 'anonymous users' : `the user "${user.username}"`
      return attempt === 'read'
        ? `${server} does not allow ${who} to read $all; add the user to the group $admins, or grant it $r in the access control list of $all.`
        : `${server} does not allow ${who} to write; grant it $w in the default access control list of streams.`
    }
    case null: {
      const reason = reasonOf(cause)
      if (/wrong version number|EPROTO|packet length too long/i.test(reason)) {
        return `${server} does not use TLS; add ?tls=false to EVENTSTORE_URL, or set up TLS on the server.`
      }
      if (/certificate|self.signed|altnames|unable to (get|verify)/i.test(reason)) {
        return `${server} presents an untrusted certificate (${reason}); name its authority with tlsCAFile=/path in EVENTSTORE_URL.`
      }
      return `${server} can't be reached (${reason}); check EVENTSTORE_URL and whether the server is running.`
    }
  }
}

/** The innermost reason, in one line. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const details = 'details' in cause && typeof cause.details === 'string' ? cause.details : cause.message
  const [line = ''] = details
    .replace(/^.*Last error: /s, '')
    .replace(/\.? Resolution note:.*$/s, '')
    .split('\n')
  return (
    line
      .replace(/^\d+ [A-Z_]+: /, '')
      .replace(/^Error: /, '')
      .replace(/\.$/, '') || cause.name
  )
}
