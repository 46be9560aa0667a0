import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import t from 'tap'
import { VERSION } from '../../src/version.js'
import { runCli } from '../support/command-line.js'
import { callOf, commands, NOT_RECORDED } from './recorded-commands.js'

function helpOf(command: Command): string {
  let help = ''
  command.configureOutput({ writeOut: (text) => void (help += text) }).outputHelp()
  return help
}

t.test('every command has --json, and a help with an example of its own call', async (t) => {
  t.ok(commands.length >= 15, commands.map(callOf).join(', '))
  for (const command of commands) {
    const call = callOf(command)
    t.ok(
      command.options.some(({ long }) => long === '--json'),
      `${call} --json`,
    )
    t.ok(helpOf(command).includes(`  $ clearway ${call}`), `${call}: an example`)
    t.match(command.description(), /^[A-Z].*\.$/, `${call}: sentences`)
  }
})

t.test('what the examples call is there, with these options', async (t) => {
  for (const command of commands) {
    const calls = helpOf(command)
      .split('\n')
      .filter((line) => line.startsWith('  $ clearway '))
    for (const call of calls) {
      const used = call.match(/(?<= )--[a-z-]+/g) ?? []
      const known = command.options.map(({ long }) => long)
      t.strictSame(
        used.filter((option) => !known.includes(option)),
        [],
        call,
      )
    }
  }
})

t.test('every command of operators is recorded among their actions, or says why not', async (t) => {
  const folder = join(import.meta.dirname, '../../../src/cli')
  const sources = readdirSync(folder, { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  for (const call of commands.map(callOf))
    t.equal(sources.includes(`action: '${call}'`), !NOT_RECORDED.includes(call), call)
})

t.test('the version, and a wrong call, also as JSON', async (t) => {
  t.match(await runCli(['--version'], {}), { status: 0, stdout: `${VERSION}\n` })
  const wrong = await runCli(['keys', 'create', '--json'], {})
  t.match(wrong, { status: 2, stdout: '' })
  t.match(JSON.parse(wrong.stderr), { error: /--account/ })
  const unknown = await runCli(['validate', '--jsn', 'x'], {})
  t.match(unknown, { status: 2, stderr: /unknown option '--jsn'/ })
})

t.test('a setting that can not be used is one sentence, also as JSON', async (t) => {
  const env = { DATABASE_URL: 'mysql://x' }
  t.match(await runCli(['work'], env), { status: 1, stdout: '', stderr: /^DATABASE_URL [^\n]*\n$/ })
  const inJson = await runCli(['work', '--json'], env)
  t.match(JSON.parse(inJson.stderr), { error: /^DATABASE_URL/ })
})
