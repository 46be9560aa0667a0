import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { transform } from 'esbuild'
import t from 'tap'
import { verifyWebhook } from '../../clients/typescript/src/index.js'
import type { Received } from '../standins/receiver.js'
import { guideSnippets, readmeCommands, type Snippet } from '../support/guide.js'
import { plainReceiver } from '../support/plain-receiver.js'
import { hasPython, runPython } from '../support/python.js'
import { startReceivingService } from '../support/receiving-service.js'
import { waitFor } from '../support/wait-for.js'

const CLI = fileURLToPath(new URL('../../src/cli.js', import.meta.url))
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
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
  const child = spawn(program, args, { cwd, env: environment(env) })
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
      // The guide's address does not exist.
      code.replace('https://example.com/webhooks/clearway', receiver.url()),
      'declare -p API KEY COMPANY INVOICE SECRET 2>/dev/null > env.sh || true',
    ].join('\n')
    return run('bash', ['-c', script], directory, env)
  }

  /**
   * Whether the program that a snippet makes takes the delivery and refuses another body under its
   * headers.
   */
  const judged = async (
    code: string,
    takes: (body: string, headers: Readonly<Record<string, string>>) => Promise<boolean> | boolean,
  ): Promise<Finished> => {
    const { body, headers: all } = await delivery()
    const headers = Object.fromEntries(Object.entries(all).map(([name, value]) => [name, String(value)]))
    const isRight = (await takes(body, headers)) && !(await takes(`${body} `, headers))
    return { status: isRight ? 0 : 1, output: code }
  }

  const typeScript = async ({ code, line }: Snippet): Promise<Finished> => {
    const { code: script } = await transform(code, { loader: 'ts', format: 'esm' })
    const name = file(`snippet-${line}.mjs`)
    writeFileSync(name, script.replace('@clearway/client', pathToFileURL(CLIENT).href))
    if (!/^export function/m.test(code)) return run(process.execPath, [name], directory, env)
    const { isGenuine, receive } = (await import(name)) as {
      isGenuine?: (body: Buffer, signature: string, secret: string) => boolean
      receive?: (body: Buffer, headers: object, secret: string) => string
    }
    return judged(code, (text, headers) => {
      const body = Buffer.from(text)
      if (isGenuine) return isGenuine(body, headers['x-service-signature'] ?? '', secret)
      try {
        return receive?.(body, headers, secret) === 'webhook.test'
      } catch (error) {
        return error instanceof Error && error.name !== 'WebhookVerificationError'
      }
    })
  }

  /** The guide's command runs until somebody ends it: here, when an event was forwarded. */
  const listening = async ({ code }: Snippet): Promise<Finished> => {
    const local = await plainReceiver(t)
    const script = code
      .replace('http://localhost:4000', local.base)
      .replace('npx clearway', `exec '${process.execPath}' '${CLI}'`)
    const child = spawn('bash', ['-c', `set -euo pipefail; . ./env.sh\n${script}`], {
      cwd: directory,
      env: environment(env),
    })
    let output = ''
    child.stdout.on('data', (chunk) => (output += String(chunk)))
    child.stderr.on('data', (chunk) => (output += String(chunk)))
    const closed = once(child, 'close')
    await waitFor('an event is forwarded', () => local.received.length > 0 || child.exitCode !== null, 60_000)
    child.kill('SIGINT')
    await closed
    const [first] = local.received
    const signed = /whsec_\S+/.exec(output)?.[0] ?? ''
    if (first !== undefined) verifyWebhook(first.body, String(first.headers['x-service-signature']), signed)
    return { status: first === undefined ? 1 : child.exitCode, output }
  }

  const python = async ({ code }: Snippet): Promise<Finished> => {
    if (!hasPython()) return { status: 0, output: 'left out: no Python' }
    const runHere = (script: string, ...args: readonly string[]): Promise<Finished> => {
      writeFileSync(file('snippet.py'), script)
      return runPython(['snippet.py', ...args], { cwd: directory, env })
    }
    const called = /^def (\w+)/m.exec(code)?.[1]
    if (called === undefined) return runHere(code)
    const harness = `${code}
import json, sys
body, headers, secret = sys.argv[1].encode(), json.loads(sys.argv[2]), sys.argv[3]
if "${called}" == "receive":
    from clearway import WebhookVerificationError
    try:
        taken = receive(body, headers, secret) == "webhook.test"
    except WebhookVerificationError:
        taken = False
else:
    taken = is_genuine(body, headers["x-service-signature"], secret)
print("taken" if taken else "refused")
`
    return judged(code, async (body, headers) => {
      const { status, output } = await runHere(harness, body, JSON.stringify(headers), secret)
      t.equal(status, 0, output)
      return output === 'taken\n'
    })
  }

  for (const snippet of guideSnippets()) {
    if (snippet.code.includes('openssl')) {
      const { body, headers } = await delivery()
      writeFileSync(file('body.json'), body)
      const forged = await shell({ ...snippet, code: `SIGNATURE=sha256=0\n${snippet.code}` })
      t.equal(forged.status, 1, 'a forged signature is reported')
      appendFileSync(file('env.sh'), `SIGNATURE='${String(headers['x-service-signature'])}'\n`)
    }
    const run = snippet.code.includes('clearway listen')
      ? listening
      : { sh: shell, ts: typeScript, python }[snippet.language]
    const { status, output } = await run(snippet)
    t.equal(status, 0, `docs/guide.md line ${snippet.line} (${snippet.language}): ${output}`)
    secret ||= /whsec_[^"\s]+/.exec(await variables(directory))?.[0] ?? ''
  }
  t.match(secret, /^whsec_/)
})

t.test('the commands of README lead to an accepted invoice', { timeout: 120_000 }, async (t) => {
  const { service } = await startReceivingService(t)
  const env = { API: service.url, KEY: /test key\s+(\S+)/.exec(service.output())?.[1] ?? '' }
  const commands = readmeCommands()
  t.equal(commands.length, 1)
  for (const { code, line } of commands) {
    const { status, output } = await run('bash', ['-c', `set -euo pipefail\n${code}`], ROOT, env)
    t.equal(status, 0, `README.md line ${line}: ${output}`)
    t.match(output, '"status":"accepted"')
  }
})

function environment(env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env }
}

async function variables(directory: string): Promise<string> {
  return (await run('cat', ['env.sh'], directory, {})).output
}
