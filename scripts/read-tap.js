// Reads the TAP of test files line by line. Counts assertions; a test that holds others is not
// counted itself.
const RESULT = /^( *)(not )?ok \d+(?: - (.*?))?(?: # time=([\d.]+)ms)?$/

/** What one test file has reported so far. */
export class FileReport {
  passed = 0
  failed = 0
  /** The lines of what failed. */
  failures = []
  /** The end of the YAML block behind a failure, as deep as the failure; null outside of one. */
  #diagnosis = null
  #previousDepth = 0

  /** @param {string} line */
  read(line) {
    if (this.#diagnosis !== null) {
      this.failures.push(line)
      if (line === this.#diagnosis) this.#diagnosis = null
      return
    }
    const result = RESULT.exec(line)
    if (result === null) return
    const [, indent = '', isFailure] = result
    const depth = indent.length
    // A result that stands further out than the one before sums up a test that holds others.
    const holdsOthers = depth < this.#previousDepth
    this.#previousDepth = depth
    if (isFailure) {
      this.failures.push(line)
      this.#diagnosis = `${indent}  ...`
    }
    if (holdsOthers) return
    if (isFailure) this.failed += 1
    else this.passed += 1
  }
}

/** Written by `import-test-files.js` before and after each file, on a line of its own. */
export const BEGIN = '# test file begins:'
/** The same, after each file, followed by what is wrong with the file besides its tests. */
export const END = '# test file ends:'

/** The result of a file as a whole. Tap may write it after the next file has begun. */
const PASSED_FILE = /^ok \d+ - \S+\.test\.m?js(?: |$)/

/** What the file itself reports is a test of the root: this much further in. */
const INSIDE = '    '

/** One file of a process that imports several. */
export class ImportedFileReport extends FileReport {
  /** The result of the file as a whole: its tests, its teardown, whether it could be imported. */
  #whole = new FileReport()
  #strays = []

  /** @param {string} line */
  read(line) {
    if (line.startsWith(INSIDE)) return super.read(line.slice(INSIDE.length))
    if (RESULT.test(line) && !PASSED_FILE.test(line)) this.#strays.push(line)
    this.#whole.read(line)
  }

  /** To be called after the last line. */
  close() {
    // Where tests of the file failed, this only sums them up.
    if (this.failures.length === 0) this.failures.push(...this.#whole.failures)
    // The result of a file that failed is no stray: its failures are above.
    for (const line of this.#strays.filter((each) => !/^not ok \d+ - \S+\.test\.m?js(?: |$)/.test(each))) {
      this.failures.push(`at the root of tap, by a method that import-test-files.js does not know: ${line}`)
    }
  }
}
