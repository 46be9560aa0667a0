// What the tests of a run share. Each is started once, before the first test, and tests find it by
// a variable of the environment. It needs a build.
import { join } from 'node:path'

/** Each starts in a folder for temporary files and answers what ends it. */
const SERVICES = [judge, postgres]

/**
 * @param {string} workplace the folder for temporary files of the run
 * @returns {Promise<() => Promise<void>>} ends them
 */
export async function startSharedServices(workplace) {
  const ends = []
  const endAll = async () => {
    for (const end of ends) await end()
  }
  try {
    for (const start of SERVICES) ends.unshift(await start(workplace))
  } catch (error) {
    await endAll()
    throw error
  }
  return endAll
}

/** One judge answers all tests that compare with the official artefacts. */
async function judge(workplace) {
  const { isJudgeInstalled } = await import('../dist/test/support/judge/java-judge.js')
  if (!isJudgeInstalled()) return async () => {}
  const { startBroker } = await import('../dist/test/support/judge/broker.js')
  process.env.JUDGE_SOCKET = join(workplace, 'judge.sock')
  const broker = await startBroker(process.env.JUDGE_SOCKET)
  return () => broker.close()
}

/** One server for all databases of tests; the caller's own where TEST_DATABASE_URL names it. */
async function postgres(workplace) {
  if (process.env.TEST_DATABASE_URL) return async () => {}
  const { startEmbeddedPostgres } = await import('../dist/src/storage/embedded-postgres/start.js')
  const log = { info: () => {}, warn: console.error, error: console.error }
  // The data do not outlive the run, so a power cut does not matter. What must survive one is
  // tested on other servers.
  const server = await startEmbeddedPostgres({ dataDir: join(workplace, 'shared-server'), log, fsync: false })
  process.env.TEST_DATABASE_URL = server.connectionString
  return () => server.stop()
}
