/**
 * The stand-in for KSeF as a process: `npm run standin:ksef -- --port 4020 --decision-seconds 1`
 * prints what the service is to have in its environment, and runs until a signal comes.
 */
import { parseArgs } from 'node:util'
import { startKsef } from './index.js'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4020' },
    'decision-seconds': { type: 'string', default: '5' },
  },
})
const ksef = await startKsef({
  port: Number(values.port),
  decisionSeconds: Number(values['decision-seconds']),
  trustsSelfSigned: true,
})
const settings = { ...ksef.settings, GOVERNMENT_PACE: '0.01' }
for (const [name, value] of Object.entries(settings)) process.stdout.write(`export ${name}=${value}\n`)
process.stdout.write(
  `# credentials of a connection: ${JSON.stringify(ksef.credentials)}\n` +
    `# faults: curl -d '[{"on":"send","times":1,"does":{"kind":"lost"}}]' ${ksef.address}/_control/faults\n` +
    `# what came: curl ${ksef.address}/_control/ledger\n`,
)
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => void ksef.stop().then(() => process.exit()))
