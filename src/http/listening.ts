import { createServer, type Server } from 'node:net'
import { StartupError } from '../storage/startup-error.js'

/** An address to listen on, and the setting that names it. */
export interface Address {
  readonly host: string
  readonly port: number
  readonly setting: 'PORT' | 'OPS_PORT' | 'INBOUND_PORT'
}

/** Checks that the address is free before anything is started. Throws `StartupError`. */
export async function checkAddress(address: Address): Promise<void> {
  const probe = createServer()
  await listening(address, async () => {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject).listen(address.port, address.host, resolve)
    })
  })
  await new Promise((resolve) => probe.close(resolve))
}

/** Makes a server listen; throws `StartupError` if the address is not available. */
export async function listening<T>(address: Address, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen()
  } catch (error) {
    throw addressError(address, error)
  }
}

/** The port on which a server listens. */
export function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  return address.port
}

function addressError({ host, port, setting }: Address, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  const address = `${host}:${port}`
  const cause = { cause: error }
  switch (code) {
    case 'EADDRINUSE':
      return new StartupError(`${address} is used by another program; end it, or set ${setting} to a free port.`, cause)
    case 'EACCES':
      return new StartupError(`This user may not listen on ${address}; set ${setting} to 1024 or above.`, cause)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartupError(`${host} is not an address of this machine; set HOST to one, or to 0.0.0.0.`, cause)
    default:
      return error
  }
}
