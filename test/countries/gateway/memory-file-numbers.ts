import type { FileNumbers } from '../../../src/countries/gateway/file-numbers.js'

/** Numbers of files, for one test. */
export function memoryFileNumbers(): FileNumbers {
  const given = new Map<string, number>()
  const next = new Map<string, number>()
  return {
    async numberOf({ scope: { account, environment }, country, attemptId, sender }) {
      const attempt = JSON.stringify([account, environment, country, attemptId])
      const known = given.get(attempt)
      if (known !== undefined) return known
      const counter = JSON.stringify([environment, country, sender])
      const number = next.get(counter) ?? 0
      next.set(counter, number + 1)
      given.set(attempt, number)
      return number
    },
  }
}
