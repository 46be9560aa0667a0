import type { Test } from 'tap'
import type { FileNumbers, NumberedFile } from '../../../src/countries/gateway/file-numbers.js'

const file: NumberedFile = {
  scope: { account: 'acc_1', environment: 'production' },
  country: 'IT',
  attemptId: 'a-1',
  sender: 'IT01234567890',
}

/** What every counter of files must do; each call of `open` gives an empty one. */
export function fileNumbersContract(t: Test, name: string, open: (t: Test) => Promise<FileNumbers>): void {
  const rule = (title: string, check: (t: Test, numbers: FileNumbers) => Promise<void>): void => {
    void t.test(`${name}: ${title}`, async (t) => check(t, await open(t)))
  }

  rule('an attempt has one number, however often it is asked for', async (t, numbers) => {
    t.equal(await numbers.numberOf(file), 0)
    t.equal(await numbers.numberOf({ ...file, attemptId: 'a-2' }), 1)
    t.equal(await numbers.numberOf(file), 0)
  })

  rule('accounts of one sender share its numbers', async (t, numbers) => {
    await numbers.numberOf(file)
    t.equal(await numbers.numberOf({ ...file, scope: { ...file.scope, account: 'acc_2' } }), 1)
  })

  rule('senders, countries and environments have numbers of their own', async (t, numbers) => {
    await numbers.numberOf(file)
    for (const other of [
      { ...file, attemptId: 'a-2', sender: 'IT09876543210' },
      { ...file, country: 'PL' as const },
      { ...file, scope: { ...file.scope, environment: 'test' as const } },
    ])
      t.equal(await numbers.numberOf(other), 0)
  })

  rule('of many at once none has the number of another', async (t, numbers) => {
    const asked = await Promise.all(
      Array.from({ length: 60 }, (_, index) => numbers.numberOf({ ...file, attemptId: `a-${index % 20}` })),
    )
    t.equal(new Set(asked).size, 20)
    asked.forEach((number, index) => {
      if (number !== asked[index % 20]) t.fail(`the attempt a-${index % 20} has two numbers`)
    })
  })
}
