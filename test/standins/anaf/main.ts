/**
 * The stand-in for ANAF as a process: `npm run standin:anaf -- --port 4010 --decision-seconds 1
 * [--auto] [--ahead-seconds 40]` prints what the service is to have in its environment, and runs
 * until a signal comes.
 */
import { parseArgs } from 'node:util'
import { startAnaf } from './index.js'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4010' },
    'decision-seconds': { type: 'string', default: '5' },
    auto: { type: 'boolean', default: false },
    'ahead-seconds': { type: 'string', default: '0' },
  },
})
const anaf = await startAnaf({
  port: Number(values.port),
  decisionSeconds: Number(values['decision-seconds']),
  autoAuthorize: values.auto,
  now: () => new Date(Date.now() + Number(values['ahead-seconds']) * 1000),
})
const settings = { ...anaf.settings, GOVERNMENT_PACE: '0.01' }
for (const [name, value] of Object.entries(settings)) process.stdout.write(`export ${name}=${value}\n`)
process.stdout.write(
  `# faults: curl -d '[{"on":"upload","times":1,"does":{"kind":"lost"}}]' ${anaf.address}/_control/faults\n` +
    `# what came: curl ${anaf.address}/_control/ledger\n`,
)
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => void anaf.stop().then(() => process.exit()))
