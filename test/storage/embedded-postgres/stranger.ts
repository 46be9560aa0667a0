/**
 * Becomes another user, as only root can, and asks a PostgreSQL to be let in; the tests fork it.
 * Arguments: uid, gid, the socket. Sends its parent `in` or `refused`.
 */
import { connect } from 'node:net'

const [uid = '', gid = '', socketPath = ''] = process.argv.slice(2)
process.setgroups?.([])
process.setgid?.(Number(gid))
process.setuid?.(Number(uid))

/** PostgreSQL's protocol, StartupMessage 3.0. */
const parameters = Buffer.from('user\0clearway\0database\0postgres\0\0')
const head = Buffer.alloc(8)
head.writeInt32BE(8 + parameters.length, 0)
head.writeInt32BE(196_608, 4)

const socket = connect(socketPath, () => socket.write(Buffer.concat([head, parameters])))
const report = (outcome: string): void => {
  // What a test runner does at the end of a process can't be done as that user.
  process.send?.(outcome, () => process.kill(process.pid, 'SIGKILL'))
}
socket.on('error', (error) => {
  report(`could not ask: ${error.message}`)
})
// AuthenticationOk is R and 0; everything else asks for more or refuses.
socket.once('data', (answer) => {
  report(answer.toString('latin1', 0, 1) === 'R' && answer.readInt32BE(5) === 0 ? 'in' : 'refused')
})
