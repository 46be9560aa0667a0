/**
 * A process that has the embedded PostgreSQL of a data directory until it is asked to stop or is
 * killed; the tests fork it. Arguments: the data directory, and `service` or `command`. Sends its
 * parent the connection string, or why it could not start.
 */
import { startEmbeddedPostgres } from '../../../src/storage/embedded-postgres/start.js'

const [dataDir = '', role] = process.argv.slice(2)
const log = { info: () => {}, warn: () => {}, error: () => {} }

try {
  const postgres = await startEmbeddedPostgres({ dataDir, log, role: role === 'command' ? 'command' : 'service' })
  process.send?.({ connectionString: postgres.connectionString })
  process.once('message', () => {
    void postgres.stop().then(() => process.disconnect())
  })
} catch (error) {
  process.send?.({ error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }, () => {
    process.exit(1)
  })
}
