import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import t from 'tap'
import { createProgram } from '../../src/cli/program.js'
import { idleRun } from '../support/command-line.js'

const TEXT = readFileSync(join(import.meta.dirname, '../../../docs/audit.md'), 'utf8')

/** The words of each command in the page, without what is said of it. */
const calls = [...TEXT.matchAll(/^ {4}npx clearway (.+?)(?: {2,}#.*)?$/gm)].map(([, call = '']) => call.split(' '))

function commandOf(
  program: Command,
  words: readonly string[],
): { readonly command: Command; readonly rest: readonly string[] } {
  let [command, rest] = [program, words]
  for (;;) {
    const next = command.commands.find((each) => each.name() === rest[0])
    if (next === undefined) return { command, rest }
    ;[command, rest] = [next, rest.slice(1)]
  }
}

t.test('the page for auditors names commands and options that there are', async (t) => {
  const program = await createProgram(idleRun(), {})
  const shown = new Set<string>()
  for (const call of calls) {
    const { command, rest } = commandOf(program, call)
    t.equal(command.commands.length, 0, `${call.join(' ')} is a command`)
    shown.add(command.name())
    for (const option of rest.filter((word) => word.startsWith('-')))
      t.ok(
        command.options.some(({ short, long }) => option === short || option === long),
        `${command.name()} has ${option}`,
      )
  }
  const { command: audit } = commandOf(program, ['audit'])
  t.strictSame(
    audit.commands.map((each) => each.name()).filter((name) => !shown.has(name)),
    [],
    'each is shown',
  )
})
