import type { ConnectionEvent, ConnectionState } from '../domain/connection.js'
import { accept, type Decision, reject } from './handle.js'

/** In whatever status it is. Its secrets are erased once this is on record. */
export function deleteConnection() {
  return (state: ConnectionState): Decision<ConnectionEvent, 'unknown'> => {
    if (state.status === 'none' || state.status === 'deleted') return reject('unknown')
    return accept({ type: 'ConnectionDeleted', data: {} })
  }
}
