/**
 * `npm run bench:adversity`: what one account's worst requests do to another's. Every operation of
 * the API, every path of the inbound port and every page of the console is sent the largest and
 * the worst inputs that it takes, with one key, over twelve connections, for a minute each, while
 * another account asks for its invoices. Prints the delay of the event loop and the other
 * account's answers, beside those of a quiet service. `-- --seconds N`: for N seconds each;
 * `--only TEXT`: targets whose name contains it; `--input TEXT`: inputs whose name contains it;
 * `--list`: the targets with their inputs.
 */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { openAccount } from './account.js'
import { answersOf, attack, type Figures, type Target } from './adversity/attack.js'
import { apiTargets, consoleTargets, inboundTargets } from './adversity/targets.js'
import { invoice } from './invoice.js'
import { type Bench, withProcesses } from './processes.js'

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
    input: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
  },
})
const SECONDS = Number(options.seconds)
if (!(SECONDS > 0)) throw new Error('--seconds needs a number above 0')

const TOKEN = 'adversity-has-a-token-of-its-own'

await withProcesses(measure)

async function measure({ processes, env }: Bench): Promise<void> {
  const delays = join(env.DATA_DIR, 'loop-delays')
  const probe = pathToFileURL(fileURLToPath(new URL('./loop-delay.js', import.meta.url))).href
  const [ops, inbound] = [await freePort(), await freePort()]
  const settings = {
    ...env,
    OPS_PORT: ops,
    OPS_TOKEN: `anna:operator:${TOKEN}`,
    INBOUND_PORT: inbound,
    INBOUND_TOKEN: TOKEN,
  }
  const probed = { ...settings, LOOP_DELAY_FILE: delays, NODE_OPTIONS: `--import ${probe}` }
  const url = await processes.start('../src/main.js', probed, /listens on (\S+)/)
  const attacker = await openAccount(processes, url, env)
  // German invoices are the largest: they may have sub-lines.
  const seller = { name: 'Beispiel GmbH', vatNumber: 'DE136695976', country: 'DE' }
  const companyId = await attacker.post('/v1/companies', seller)
  await attacker.post('/v1/connections', { companyId, countryCode: 'DE' })
  const other = await openAccount(processes, url, env)
  for (let n = 0; n < 50; n += 1) await other.post('/v1/invoices', invoice(`o-${n}`))
  const asking = { url: `${url}/v1/invoices`, key: other.key }
  const targets = [
    ...(await apiTargets(url, attacker)),
    ...inboundTargets(inbound, TOKEN),
    ...(await consoleTargets(`http://127.0.0.1:${ops}`, TOKEN)),
  ].filter(({ name }) => name.includes(options.only))

  if (options.list) {
    for (const { name, inputs } of targets) console.log(name, inputs.map((each) => each.name).join(', '))
    return
  }
  const alone = await answersOf(asking, AbortSignal.timeout(Math.min(10, SECONDS) * 1000))
  const { median, slowest } = alone
  console.log(`alone, the other account's answers take ${median.toFixed(1)} ms, the slowest ${slowest.toFixed(0)} ms`)
  console.log(`${'sent to'.padEnd(58)}  loop p99  longest   other p50  slowest   answers`)
  let worst = 0
  for (const target of targets) {
    const inputs = target.inputs.filter(({ name }) => name.includes(options.input))
    if (options.input !== '' && inputs.length === 0) continue
    const figures = await attack({ ...target, inputs }, asking, delays, SECONDS)
    worst = Math.max(worst, figures.loopP99)
    print(target, figures)
    await quiet(asking, median)
  }
  console.log(`the worst p99 of the event loop is ${worst.toFixed(0)} ms`)
}

/** A port of 127.0.0.1 that was free a moment ago. */
async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return String(address.port)
}

/** Waits until the service has got rid of what the attack left, so that the next one is alone. */
async function quiet(asking: Parameters<typeof answersOf>[0], median: number): Promise<void> {
  for (let tries = 0; tries < 60; tries += 1) {
    const now = await answersOf(asking, AbortSignal.timeout(500))
    if (now.median < 2 * median && now.slowest < 100) return
    await setTimeout(500)
  }
}

function print({ name }: Target, { statuses, loopP99, loopLongest, median, slowest }: Figures): void {
  const answers = [...statuses.entries()].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`)
  const ms = (value: number, width: number): string => `${value.toFixed(0)} ms`.padStart(width)
  console.log(
    `${name.padEnd(58)}${ms(loopP99, 10)}${ms(loopLongest, 9)}${`${median.toFixed(1)} ms`.padStart(12)}${ms(slowest, 9)}   ${answers.join(', ')}`,
  )
}
