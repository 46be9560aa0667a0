import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { oracleOver } from '../oracle.js'
import { waitFor } from '../wait-for.js'
import { type Broker, startBroker } from './broker.js'
import { JavaJudge } from './java-judge.js'

/**
 * Stands for the judge: counts how often it is compiled and started, answers with profile and
 * document as a finding, and dies of a document that says so.
 */
const PROGRAM = `#!/bin/sh
here=$(dirname "$0")
if [ ! "$ORACLE_CLASSES/Oracle.class" -nt "$here/Oracle.java" ]; then
  echo compiled >> "$here/compiled"
  : > "$ORACLE_CLASSES/Oracle.class"
fi
echo $$ >> "$here/started"
while IFS="$(printf '\\t')" read -r profile file; do
  document=$(cat "$file")
  case $document in
    die) echo 'out of memory' >&2; exit 3 ;;
    nonsense) echo 'Exception in thread "main"' ;;
    *) printf '{"file":"%s","findings":[{"id":"%s","flag":"fatal","location":"/","text":"%s"}]}\\n' \\
      "$file" "$profile" "$document" ;;
  esac
done
`

interface Installed {
  readonly start: () => Promise<JavaJudge>
  readonly open: () => Promise<Broker>
  readonly socket: string
  readonly cache: string
  readonly program: string
  readonly lines: (name: 'compiled' | 'started') => readonly string[]
}

function install(t: Test): Installed {
  // A socket's path must be short.
  const shared = mkdtempSync(join(tmpdir(), 'judge-'))
  t.teardown(() => {
    rmSync(shared, { recursive: true, force: true })
  })
  const [program, cache, socket] = [join(shared, 'oracle'), join(shared, 'cache'), join(shared, 'socket')]
  writeFileSync(join(shared, 'Oracle.java'), 'class Oracle {}')
  writeFileSync(program, PROGRAM, { mode: 0o755 })
  const start = (): Promise<JavaJudge> => JavaJudge.start(program, cache)
  const open = async (): Promise<Broker> => {
    const broker = await startBroker(socket, start)
    t.teardown(() => broker.close())
    return broker
  }
  const lines = (name: string): readonly string[] => {
    const file = join(shared, name)
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  }
  return { start, open, socket, cache, program, lines }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** The last one that was started, without the one that only compiled. */
const pidOf = ({ lines }: Installed): number => Number(lines('started').at(-1))

t.test('all who ask share one judge, and each gets its own answers', async (t) => {
  const installed = install(t)
  await installed.open()
  t.strictSame(installed.lines('started'), [], 'it starts with the first question')
  const clients = Array.from({ length: 5 }, () => oracleOver(installed.socket))
  const questions = clients.flatMap((client, n) =>
    Array.from({ length: 20 }, async (_, m) => {
      const profile = m % 2 === 0 ? 'ro' : 'de'
      const [finding] = await client.judge(profile, `document ${n} ${m}`)
      t.match(finding, { id: profile, text: `document ${n} ${m}` })
    }),
  )
  await Promise.all(questions)
  t.equal(installed.lines('started').length, 2, 'once to compile, once to judge')
  await Promise.all(clients.map((client) => client.close()))
})

t.test('a judge that dies fails all who wait, with its last words', async (t) => {
  const judge = await install(t).start()
  const folder = t.testdir({ 'die.xml': 'die', 'behind.xml': 'behind it' })
  const results = await Promise.allSettled(['die.xml', 'behind.xml'].map((file) => judge.ask('ro', join(folder, file))))
  for (const result of results) {
    t.match(result, { status: 'rejected', reason: { message: /judge ended with exit code 3: out of memory/ } })
  }
  await t.rejects(judge.ask('ro', join(folder, 'behind.xml')), { message: /judge has ended: out of memory/ })
})

t.test('the next question starts another judge', async (t) => {
  const installed = install(t)
  await installed.open()
  const [one, other] = [oracleOver(installed.socket), oracleOver(installed.socket)]
  await t.rejects(one.judge('ro', 'die'), { message: /judge ended with exit code 3: out of memory/ })
  t.match(await other.judge('de', 'after'), [{ text: 'after' }])
  await t.rejects(one.judge('ro', 'nonsense'), { message: /what is no answer: Exception in thread/ })
  t.match(await other.judge('de', 'at last'), [{ text: 'at last' }])
  await Promise.all([one.close(), other.close()])
})

t.test('a judge that can not be started fails the question', async (t) => {
  const installed = install(t)
  writeFileSync(installed.program, '#!/bin/sh\necho "no Saxon" >&2; exit 2\n')
  await installed.open()
  const client = oracleOver(installed.socket)
  await t.rejects(client.judge('ro', 'any'), { message: /can't be compiled: no Saxon/ })
  writeFileSync(installed.program, PROGRAM)
  t.match(await client.judge('ro', 'any'), [{ text: 'any' }], 'the next question tries again')
  await client.close()
})

t.test('a question behind the end of the broker fails', async (t) => {
  const installed = install(t)
  const broker = await installed.open()
  const client = oracleOver(installed.socket)
  await client.judge('ro', 'before')
  const pid = pidOf(installed)
  await broker.close()
  t.notOk(isAlive(pid), 'the judge ended with it')
  await t.rejects(client.judge('ro', 'after'), { message: /has closed its socket/ })
  await client.close()
  const late = oracleOver(installed.socket)
  await t.rejects(late.judge('ro', 'later'), { message: /connect/ })
  await late.close()
})

t.test('the judge ends with a run that is killed', async (t) => {
  const installed = install(t)
  const judge = new URL('java-judge.js', import.meta.url).href
  const script = `import { JavaJudge } from '${judge}'
    await JavaJudge.start('${installed.program}', '${installed.cache}')
    setInterval(() => {}, 1_000)`
  const run = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
  await waitFor('the judge is there', () => installed.lines('started').length === 2)
  const pid = pidOf(installed)
  t.ok(isAlive(pid))
  run.kill('SIGKILL')
  await once(run, 'exit')
  await waitFor('it has ended', () => !isAlive(pid))
})

t.test('each version of its source is compiled once, also by two runs at once', async (t) => {
  const installed = install(t)
  const judges = await Promise.all([installed.start(), installed.start()])
  judges.push(await installed.start())
  t.strictSame(installed.lines('compiled'), ['compiled'])
  const source = join(installed.program, '..', 'Oracle.java')
  // As a fresh checkout does: the same content, newer than what is compiled.
  writeFileSync(source, 'class Oracle {}')
  judges.push(await installed.start())
  t.equal(installed.lines('compiled').length, 1, 'the same source again')
  writeFileSync(source, 'class Oracle { int changed; }')
  judges.push(await installed.start())
  await Promise.all(judges.map((each) => each.end()))
  t.equal(installed.lines('compiled').length, 2, 'another source')
  t.equal(readdirSync(installed.cache).length, 2, 'no draft is left')
})
