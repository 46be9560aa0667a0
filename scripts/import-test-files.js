// Runs test files one after another in this process, which loads what they share only once:
// `node import-test-files.js dist/test/a.test.js dist/test/b.test.js`. Tap has one root for each
// process. Here each file gets a test below it, and what the file calls on the root (`t.test`,
// `t.teardown`, `t.setTimeout`) is called on that test instead: so its teardowns run and its
// server ends before the next file begins, and its time limit is its own.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BEGIN, END } from './read-tap.js'

// Tap names the folders of `t.testdir()` after the command: all files would make it too long.
const files = process.argv.splice(2)
const { default: root } = await import('tap')

/** What files call on the root. A result that still comes at the root fails its file. */
const METHODS = [
  ...['test', 'teardown', 'setTimeout', 'beforeEach', 'afterEach', 'testdir'],
  ...['pass', 'ok', 'notOk', 'equal', 'not', 'type', 'same', 'strictSame', 'notSame', 'strictNotSame'],
  ...['match', 'notMatch', 'matchOnly', 'resolveMatch', 'has', 'hasStrict', 'notHas'],
  ...['throws', 'doesNotThrow', 'rejects', 'resolves', 'error'],
]

const rootTest = root.test.bind(root)
root.setTimeout(0)
/** Milliseconds that a file may take. */
const timeout = Number(process.env.TAP_TIMEOUT) * 1000

let current = null
for (const method of METHODS) root[method] = (...args) => current[method](...args)

const CHANGED = 'leaves the environment of its process changed: it must restore it, or run alone (test-groups.js)'

/** What a file could leave behind for those after it. */
function surroundings() {
  return JSON.stringify([process.cwd(), process.exitCode, Object.entries(process.env).sort()])
}

/** Through tap, which writes results later than they are made: so it comes between them. */
function mark(kind, text) {
  root.comment(`${kind.slice('# '.length)} ${text}`)
}

for (const file of files) {
  mark(BEGIN, file)
  const before = surroundings()
  await rootTest(file, { timeout }, async (test) => {
    current = test
    await import(pathToFileURL(resolve(file)).href)
  })
  const fault = surroundings() === before ? '' : CHANGED
  mark(END, fault)
}
// Else the end of the last file is written when the process ends, which a handle may keep open.
root.end()
