/**
 * A stand-in for PISTE and Chorus Pro by itself:
 * `npm run standin:chorus -- --port 4070 --decision-seconds 5`. Prints what the service is to have
 * in its environment and what a company hands over, and runs until a signal comes.
 */
import { parseArgs } from 'node:util'
import { startChorus } from './index.js'

const { values } = parseArgs({
  options: { port: { type: 'string', default: '4070' }, 'decision-seconds': { type: 'string', default: '5' } },
})
const chorus = await startChorus({ port: Number(values.port), decisionSeconds: Number(values['decision-seconds']) })
const settings = { ...chorus.settings, GOVERNMENT_PACE: '0.01' }
for (const [name, value] of Object.entries(settings)) process.stdout.write(`export ${name}=${value}\n`)
process.stdout.write(
  `# credentials: ${JSON.stringify(chorus.credentials)}\n` +
    `# faults: curl -d '[{"on":"deposit","times":1,"does":{"kind":"lost"}}]' ${chorus.address}/_control/faults\n` +
    `# a state: curl -d '{"number":"F-1","state":"MISE_EN_PAIEMENT"}' ${chorus.address}/_control/report\n` +
    `# what came: curl ${chorus.address}/_control/ledger\n`,
)
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => void chorus.stop().then(() => process.exit()))
