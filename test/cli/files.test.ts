import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { ROOT } from '../countries/accepted-sample.js'
import { runCli } from '../support/command-line.js'
import { startCli } from '../support/running-service.js'

const SAMPLE = JSON.stringify(JSON.parse(readFileSync(join(ROOT, 'samples/ro/01-domestic-services.json'), 'utf8')))

function run(args: readonly string[], input: string | Buffer = '') {
  return runCli(args, {}, input)
}

function folder(t: Test): string {
  const directory = mkdtempSync(join(tmpdir(), 'clearway-files-'))
  t.teardown(() => {
    rmSync(directory, { recursive: true })
  })
  return directory
}

t.test('a file that can not be read is one sentence, and as JSON one error', async (t: Test) => {
  const at = folder(t)
  mkdirSync(join(at, 'folder.json'))
  writeFileSync(join(at, 'empty.json'), '')
  for (const [name, sentence] of [
    ['absent.json', 'cannot be read: the file does not exist.'],
    ['folder.json', 'cannot be read: it is a directory.'],
    ['absent.json/x', 'cannot be read: part of its path is a file.'],
    ['empty.json', 'is empty.'],
  ] as const) {
    if (name === 'absent.json/x') writeFileSync(join(at, 'absent.json'), 'x')
    for (const command of name === 'empty.json' ? ['validate', 'convert', 'render'] : ['validate']) {
      const file = join(at, name)
      t.strictSame(await run([command, file]), { status: 1, stdout: '', stderr: `${file} ${sentence}\n` })
      const inJson = await run([command, '--json', file])
      t.equal(inJson.status, 1)
      t.same(JSON.parse(inJson.stderr), { error: `${file} ${sentence}` })
    }
  }
  t.strictSame(await run(['validate', '-']), { status: 1, stdout: '', stderr: 'standard input is empty.\n' })
})

t.test('what is neither an invoice nor a document is invalid, in words', async (t: Test) => {
  const bytes = Buffer.from(Array.from({ length: 2_000 }, (_, index) => (index * 7919) % 256))
  const judged = await run(['validate', '-'], bytes)
  t.match(judged, { status: 1, stderr: '', stdout: /^standard input: invalid\n  fatal: The body is not valid JSON/ })
  for (const command of ['convert', 'render']) {
    t.match(await run([command, '-'], bytes), {
      status: 1,
      stdout: '',
      stderr: /^standard input cannot be .*:\n  The body/,
    })
    t.match(JSON.parse((await run([command, '--json', '-'], bytes)).stderr), {
      error: /cannot be/,
      details: [/not valid JSON/],
    })
  }
})

t.test('a broken line stops no other', async (t: Test) => {
  const lines = `${SAMPLE}\n{"lines":\n${SAMPLE}\n`
  const judged = await run(['validate', '--ndjson', '-'], lines)
  t.equal(judged.status, 1)
  t.match(judged.stdout, /:1: valid\n.*:2: invalid\n.*\n.*:3: valid\n$/)
  const converted = await run(['convert', '--ndjson', '--json', '-'], lines)
  t.equal(converted.status, 1)
  const found = converted.stdout.trimEnd().split('\n')
  t.match(
    found.map((line) => JSON.parse(line) as unknown),
    [
      { file: 'standard input:1', xml: /<Invoice/ },
      { file: 'standard input:3', xml: /<Invoice/ },
    ],
  )
  t.match(JSON.parse(converted.stderr), { error: 'standard input:2 cannot be converted', details: [/not valid JSON/] })
})

t.test('render gives the PDF as JSON too', async (t: Test) => {
  const { status, stdout } = await run(['render', '--json', '-'], SAMPLE)
  t.equal(status, 0)
  const { pdf, bytes } = JSON.parse(stdout) as { pdf: string; bytes: number }
  const decoded = Buffer.from(pdf, 'base64')
  t.match(decoded.subarray(0, 5).toString(), '%PDF-')
  t.equal(decoded.length, bytes)
})

t.test('a reader that has seen enough ends the command, without a word', async (t: Test) => {
  const file = join(folder(t), 'many.ndjson')
  writeFileSync(file, `${SAMPLE}\n`.repeat(10_000))
  for (const command of ['validate', 'convert']) {
    const { process: child, stdout, stderr } = startCli([command, '--ndjson', file])
    child.stdout.on('data', () => child.stdout.destroy())
    const [status] = (await once(child, 'close')) as [number | null]
    t.equal(status, 0, command)
    t.equal(stderr(), '', command)
    t.ok(stdout().length < 1_000_000, `${command}: ${stdout().length} characters`)
  }
})
