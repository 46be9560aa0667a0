// What a person wants to see of a long run of tests: each file as it ends, with its time; what failed, where; at the end the slowest files and the sums.
import { createInterface } from 'node:readline'

const RESULT = /^( *)(not )?ok \d+(?: - (.*?))?(?: # time=([\d.]+)ms)?$/
const SLOWEST = 10

/**
 * Reads a TAP stream and prints it for people.
 * @param {NodeJS.ReadableStream} stream what `tap --reporter=tap` writes
 * @param {(line: string) => void} print
 * @returns {Promise<{ passed: number, failed: number }>} assertions; a test that holds others is not counted itself
 */
export async function printProgress(stream, print) {
  const files = []
  let total = 0
  let passed = 0
  let failed = 0
  let failures = []
  // The end of the YAML block behind a failure, as deep as the failure; null outside of one.
  let diagnosis = null
  let previousDepth = 0
  for await (const line of createInterface({ input: stream })) {
    if (diagnosis !== null) {
      // That of the file itself stands behind the file's line.
      if (diagnosis === '  ...') print(`    ${line}`)
      else failures.push(line)
      if (line === diagnosis) diagnosis = null
      continue
    }
    const plan = /^1\.\.(\d+)$/.exec(line)
    if (plan) total = Number(plan[1])
    const result = RESULT.exec(line)
    if (result === null) continue
    const [, indent = '', isFailure, name = '', time = '0'] = result
    const depth = indent.length
    // A result that stands further out than the one before sums up a test that holds others.
    const holdsOthers = depth < previousDepth
    previousDepth = depth
    if (isFailure) {
      if (depth > 0) failures.push(line)
      diagnosis = `${indent}  ...`
    }
    if (depth === 0) {
      const file = { name: sourceOf(name), seconds: Number(time) / 1000 }
      files.push(file)
      print(`${isFailure ? 'FAILED' : 'ok'} ${shown(file)}  (${files.length}/${total})`)
      for (const each of failures) print(`    ${each}`)
      failures = []
    }
    if (holdsOthers) continue
    if (isFailure) failed += 1
    else passed += 1
  }
  const slowest = [...files].sort((one, other) => other.seconds - one.seconds).slice(0, SLOWEST)
  if (files.length > 1) print(`the slowest:\n${slowest.map((file) => `   ${shown(file)}`).join('\n')}`)
  print(`${passed} passed, ${failed} failed`)
  return { passed, failed }
}

function shown({ name, seconds }) {
  return `${seconds.toFixed(1).padStart(6)} s  ${name}`
}

function sourceOf(name) {
  return name.replace(/^dist[/\\]/, '').replace(/\.js$/, '.ts')
}
