import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { transform } from 'esbuild'
import t from 'tap'
import type { Received } from '../standins/receiver.js'
import { guideSnippets, type Snippet } from '../support/guide.js'
import { startReceivingService } from '../support/receiving-service.js'
import { waitFor } from '../support/wait-for.js'

const CLIENT = fileURLToPath(new URL('../../clients/typescript/src/index.js', import.meta.url))

interface Finished {
  readonly status: number | null
  readonly output: string
}

async function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Finished> {
  const child = spawn(program, args, { cwd, env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env } })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  await Promise.race([once(child, 'close'), once(child, 'error')])
  return { status: child.exitCode, output }
}

t.test('every snippet of the guide does what it says', { timeout: 180_000 }, async (t) => {
  const { service, receiver, directory } = await startReceivingService(t)
  const env = { API: service.url, KEY: /test key\s+(\S+)/.exec(service.output())?.[1] ?? '' }
  const file = (name: string): string => join(directory, name)
  writeFileSync(file('env.sh'), '')
  let secret = ''

  const delivery = (): Promise<Received> =>
    waitFor('the test event', () =>
      receiver.received.find(({ headers }) => headers['x-service-event'] === 'webhook.test'),
    )

  /** One shell after another, each with the variables that the one before has left. */
  const shell = async ({ code }: Snippet): Promise<Finished> => {
    const script = [
      'set -aeuo pipefail',
      '. ./env.sh',
      // The guide's address is nobody's.
      code.replace('https://example.com/webhooks/clearway', receiver.url()),
      'declare -p API KEY COMPANY INVOICE SECRET 2>/dev/null > env.sh || true',
    ].join('\n')
    return run('bash', ['-c', script], directory, env)
  }

  const typeScript = async ({ code, line }: Snippet): Promise<Finished> => {
    const { code: script } = await transform(code, { loader: 'ts', format: 'esm' })
    const name = file(`snippet-${line}.mjs`)
    writeFileSync(name, script.replace('@clearway/client', pathToFileURL(CLIENT).href))
    if (!code.includes('isGenuine')) return run(process.execPath, [name], directory, env)
    const { isGenuine } = (await import(name)) as {
      isGenuine: (body: Buffer, signature: string, secret: string) => boolean
    }
    const { body, headers } = await delivery()
    const judge = (text: string): boolean =>
      isGenuine(Buffer.from(text), String(headers['x-service-signature']), secret)
    return { status: judge(body) && !judge(`${body} `) ? 0 : 1, output: '' }
  }

  const python = async ({ code }: Snippet): Promise<Finished> => {
    if ((await run('python3', ['--version'], directory, {})).status !== 0)
      return { status: 0, output: 'left out: no Python' }
    const { body, headers } = await delivery()
    const harness = `${code}\nimport sys\nbody, signature, secret = sys.argv[1:]\nassert is_genuine(body.encode(), signature, secret)\nassert not is_genuine(b"x", signature, secret)\n`
    writeFileSync(file('snippet.py'), harness)
    return run('python3', ['snippet.py', body, String(headers['x-service-signature']), secret], directory, {})
  }

  for (const snippet of guideSnippets()) {
    if (snippet.code.includes('openssl')) {
      const { body, headers } = await delivery()
      writeFileSync(file('body.json'), body)
      const forged = await shell({ ...snippet, code: `SIGNATURE=sha256=0\n${snippet.code}` })
      t.equal(forged.status, 1, 'a forged signature is told')
      appendFileSync(file('env.sh'), `SIGNATURE='${String(headers['x-service-signature'])}'\n`)
    }
    const { status, output } = await { sh: shell, ts: typeScript, python }[snippet.language](snippet)
    t.equal(status, 0, `docs/guide.md line ${snippet.line} (${snippet.language}): ${output}`)
    secret ||= /whsec_[^"\s]+/.exec(await variables(directory))?.[0] ?? ''
  }
  t.match(secret, /^whsec_/)
})

async function variables(directory: string): Promise<string> {
  return (await run('cat', ['env.sh'], directory, {})).output
}
