/**
 * A stand-in for an approved French platform by itself:
 * `npm run standin:flow-service -- --port 4060 --decision-seconds 5`. Prints what the service is
 * to have in its environment and what a company hands over, and runs until a signal comes.
 */
import { parseArgs } from 'node:util'
import { startFlowService } from './index.js'

const { values } = parseArgs({
  options: { port: { type: 'string', default: '4060' }, 'decision-seconds': { type: 'string', default: '5' } },
})
const platform = await startFlowService({
  port: Number(values.port),
  decisionSeconds: Number(values['decision-seconds']),
})
const settings = { ...platform.settings, GOVERNMENT_PACE: '0.01' }
for (const [name, value] of Object.entries(settings)) process.stdout.write(`export ${name}=${value}\n`)
process.stdout.write(
  `# credentials: ${JSON.stringify({ ...platform.credentials, notificationKeys: platform.notificationKeys })}\n` +
    `# faults: curl -d '[{"on":"submit","times":1,"does":{"kind":"lost"}}]' ${platform.address}/_control/faults\n` +
    `# a status: curl -d '{"number":"F-1","code":"205"}' ${platform.address}/_control/report\n` +
    `# an invoice of a supplier: curl --data-binary @invoice.xml ${platform.address}/_control/deliver\n` +
    `# a notification: curl -d '{"address":"…/afnor/conn_…"}' ${platform.address}/_control/notify\n` +
    `# what came: curl ${platform.address}/_control/ledger\n`,
)
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => void platform.stop().then(() => process.exit()))
