// Runs test files, each in a process of its own, and prints a report for people: each file as it
// ends, with its time; what failed, where; at the end the slowest files and the sums.
import { createInterface } from 'node:readline'

const RESULT = /^( *)(not )?ok \d+(?: - (.*?))?(?: # time=([\d.]+)ms)?$/
const SLOWEST = 10
/** Generous: a loaded machine takes its time, and what hangs is still found. */
export const LONGEST_SECONDS = 300

/**
 * @param {readonly string[]} files
 * @param {object} how
 * @param {number} how.jobs files under way at once
 * @param {(file: string) => import('node:child_process').ChildProcess} how.launch starts a file,
 * in a process group of its own, its output a pipe
 * @param {() => boolean} how.isOver whether no further file is to be started
 * @param {(line: string) => void} how.print
 * @returns {Promise<boolean>} whether all has passed
 */
export async function runTestFiles(files, { jobs, launch, isOver, print }) {
  const ended = []
  const waiting = files.values()
  const worker = async () => {
    for (const file of waiting) {
      if (isOver()) return
      const result = await runFile(file, launch)
      ended.push(result)
      print(`${result.failures.length > 0 ? 'FAILED' : 'ok'} ${shown(result)}  (${ended.length}/${files.length})`)
      for (const line of result.failures) print(`    ${line}`)
    }
  }
  await Promise.all(Array.from({ length: jobs }, worker))
  const slowest = [...ended].sort((one, other) => other.seconds - one.seconds).slice(0, SLOWEST)
  if (ended.length > 1) print(`the slowest:\n${slowest.map((file) => `   ${shown(file)}`).join('\n')}`)
  const sum = (of) => ended.reduce((total, each) => total + of(each), 0)
  print(`${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed`)
  return ended.length === files.length && ended.every(({ failures }) => failures.length === 0)
}

async function runFile(file, launch) {
  const begun = performance.now()
  const child = launch(file)
  let hangs = false
  const timer = setTimeout(() => {
    hangs = true
    process.kill(-child.pid, 'SIGKILL')
  }, LONGEST_SECONDS * 1000)
  const ended = new Promise((settle) => {
    child.on('error', ({ message }) => settle(message))
    child.on('close', (code, signal) => settle(code === 0 ? null : (signal ?? `exit code ${code}`)))
  })
  const { passed, failed, failures } = await readTap(child.stdout)
  const end = await ended
  clearTimeout(timer)
  if (hangs) failures.push(`did not end within ${LONGEST_SECONDS} s`)
  else if (end !== null && failed === 0) failures.push(`ended with ${end}`)
  else if (passed + failed === 0) failures.push('ran no test')
  const faults = Math.max(failed, failures.length > 0 ? 1 : 0)
  const name = file.replace(/^dist[/\\]/, '').replace(/\.js$/, '.ts')
  return { name, seconds: (performance.now() - begun) / 1000, passed, failed: faults, failures }
}

/**
 * Reads the TAP of one file. Counts assertions; a test that holds others is not counted itself.
 */
async function readTap(stream) {
  let [passed, failed] = [0, 0]
  const failures = []
  // The end of the YAML block behind a failure, as deep as the failure; null outside of one.
  let diagnosis = null
  let previousDepth = 0
  for await (const line of createInterface({ input: stream })) {
    if (diagnosis !== null) {
      failures.push(line)
      if (line === diagnosis) diagnosis = null
      continue
    }
    const result = RESULT.exec(line)
    if (result === null) continue
    const [, indent = '', isFailure] = result
    const depth = indent.length
    // A result that stands further out than the one before sums up a test that holds others.
    const holdsOthers = depth < previousDepth
    previousDepth = depth
    if (isFailure) {
      failures.push(line)
      diagnosis = `${indent}  ...`
    }
    if (holdsOthers) continue
    if (isFailure) failed += 1
    else passed += 1
  }
  return { passed, failed, failures }
}

function shown({ name, seconds }) {
  return `${seconds.toFixed(1).padStart(6)} s  ${name}`
}
