// Runs test files, several of them in one process, and prints a report for people: each file as it
// ends, with its time; what failed, where; at the end the slowest files and the sums. A file that
// fails beside others runs again alone, with nothing else in its process.
import { createInterface } from 'node:readline'
import { BEGIN, END, FileReport, ImportedFileReport } from './read-tap.js'

const SLOWEST = 10
/** Generous: a loaded machine takes its time, and a file that hangs is still found. */
export const LONGEST_SECONDS = 300

/**
 * @typedef {object} Ended a file that has run
 * @property {string} file
 * @property {number} seconds
 * @property {number} passed
 * @property {number} failed
 * @property {readonly string[]} failures lines of the report; none if all has passed
 */

/**
 * @param {readonly (readonly string[])[]} groups the files of one process each
 * @param {object} how
 * @param {number} how.jobs processes at once
 * @param {(files: readonly string[]) => import('node:child_process').ChildProcess} how.launch
 * starts a process that runs these files, in a process group of its own, its output a pipe
 * @param {() => boolean} how.isOver whether no further process is to be started
 * @param {(line: string) => void} how.print
 * @param {number} [how.longestSeconds] the most that a file may take, or a process when all of its
 * files have ended
 * @returns {Promise<boolean>} whether all has passed
 */
export async function runTestFiles(groups, { jobs, launch, isOver, print, longestSeconds = LONGEST_SECONDS }) {
  const total = groups.reduce((sum, files) => sum + files.length, 0)
  /** @type {Map<string, Ended>} */
  const ended = new Map()
  const suspects = new Set()
  const faults = []

  const show = (result, count) => {
    print(`${result.failures.length > 0 ? 'FAILED' : 'ok'} ${shown(result)}  ${count}`)
    for (const line of result.failures) print(`    ${line}`)
  }
  const note = (result) => {
    ended.set(result.file, result)
    show(result, `(${ended.size}/${total})`)
  }
  await inTurns(groups, jobs, async (files) => {
    for (let rest = files; rest.length > 0 && !isOver();) {
      if (rest.length === 1) return note(await runAlone(rest[0], launch, longestSeconds))
      const { results, fault } = await runTogether(rest, launch, longestSeconds, note)
      rest = rest.slice(results.length)
      for (const { file, failures } of results) if (failures.length > 0 || fault !== null) suspects.add(file)
      if (fault === null) continue
      print(`FAILED: ${fault}; its files run again, each alone`)
      faults.push(fault)
    }
  })
  await inTurns([...suspects], jobs, async (file) => {
    if (isOver()) return
    const alone = await runAlone(file, launch, longestSeconds)
    show(alone, '(again, alone)')
    const beside = ended.get(file)
    if (alone.failures.length > 0) ended.set(file, alone)
    else if (beside.failures.length > 0) print('    passes alone, failed beside others: tests influence each other')
  })

  const results = [...ended.values()]
  const slowest = [...results].sort((one, other) => other.seconds - one.seconds).slice(0, SLOWEST)
  if (results.length > 1) print(`the slowest:\n${slowest.map((file) => `   ${shown(file)}`).join('\n')}`)
  const sum = (of) => results.reduce((all, each) => all + of(each), 0)
  print(`${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed) + faults.length} failed`)
  return ended.size === total && faults.length === 0 && results.every(({ failures }) => failures.length === 0)
}

/** So many at once. */
async function inTurns(all, jobs, work) {
  const waiting = all.values()
  const worker = async () => {
    for (const each of waiting) await work(each)
  }
  await Promise.all(Array.from({ length: jobs }, worker))
}

/** A file that has a process to itself. */
async function runAlone(file, launch, longestSeconds) {
  const running = watch(launch([file]), longestSeconds)
  const since = performance.now()
  const report = new FileReport()
  for await (const line of running.lines) report.read(line)
  const { hangs, status } = await running.ended
  if (hangs) return endedFile(file, since, report, `did not end within ${longestSeconds} s`)
  return endedFile(file, since, report, status !== null && report.failed === 0 ? `ended with ${status}` : null)
}

/**
 * Runs a process that imports these files, until it ends.
 *
 * @returns {Promise<{ results: Ended[], fault: string | null }>} those that have run, at least
 * one, and what went wrong with the process when none of them was under way
 */
async function runTogether(files, launch, longestSeconds, onFile) {
  const running = watch(launch(files), longestSeconds)
  const results = []
  let since = performance.now()
  let report = null
  const end = (fault) => {
    report.close()
    results.push(endedFile(files[results.length], since, report, fault))
    onFile(results.at(-1))
    report = null
  }
  for await (const line of running.lines) {
    if (line.startsWith(BEGIN)) {
      running.limit()
      since = performance.now()
      report = new ImportedFileReport()
    } else if (line.startsWith(END)) {
      end(line.slice(END.length).trim() || null)
      running.limit()
    } else report?.read(line)
  }
  const { hangs, status } = await running.ended
  if (report === null && results.length === 0) report = new ImportedFileReport()
  if (report !== null) {
    end(hangs ? `did not end within ${longestSeconds} s` : `its process ended with ${status ?? 'status 0'}`)
    return { results, fault: null }
  }
  const name = `the process of ${shownName(files[0])} and ${files.length - 1} others`
  if (hangs) return { results, fault: `${name} did not end` }
  if (results.length < files.length) return { results, fault: `${name} ended with ${status ?? 'status 0'}` }
  const isExpected = status === null || results.some(({ failures }) => failures.length > 0)
  return { results, fault: isExpected ? null : `${name} ended with ${status}` }
}

/** Reads a process to its end, and ends it so many seconds after the last call of `limit`. */
function watch(child, seconds) {
  let hangs = false
  let timer
  const limit = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      hangs = true
      process.kill(-child.pid, 'SIGKILL')
    }, seconds * 1000)
  }
  limit()
  const closed = new Promise((settle) => {
    child.on('error', ({ message }) => settle(message))
    child.on('close', (code, signal) => settle(code === 0 ? null : (signal ?? `exit code ${code}`)))
  })
  const ended = closed.then((status) => {
    clearTimeout(timer)
    return { hangs, status }
  })
  return { lines: createInterface({ input: child.stdout }), limit, ended }
}

function endedFile(file, since, { passed, failed, failures }, fault) {
  const all = fault === null ? [...failures] : [...failures, fault]
  if (all.length === 0 && passed + failed === 0) all.push('ran no test')
  const seconds = (performance.now() - since) / 1000
  return { file, seconds, passed, failed: Math.max(failed, all.length > 0 ? 1 : 0), failures: all }
}

function shown({ file, seconds }) {
  return `${seconds.toFixed(1).padStart(6)} s  ${shownName(file)}`
}

function shownName(file) {
  return file.replace(/^dist[/\\]/, '').replace(/\.js$/, '.ts')
}
