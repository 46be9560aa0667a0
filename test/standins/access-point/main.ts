/**
 * The stand-in for an access point as a process: `npm run standin:access-point -- --port 4060
 * --decision-seconds 1 --level-status AP --inbound http://127.0.0.1:4001/peppol` prints what the
 * service is to have in its environment, and runs until a signal comes.
 */
import { parseArgs } from 'node:util'
import { startAccessPoint } from './index.js'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4060' },
    'decision-seconds': { type: 'string', default: '5' },
    'level-status': { type: 'string', default: 'AP' },
    inbound: { type: 'string' },
    'inbound-token': { type: 'string' },
  },
})
const { 'level-status': level, inbound: url, 'inbound-token': token } = values
const accessPoint = await startAccessPoint({
  port: Number(values.port),
  decisionSeconds: Number(values['decision-seconds']),
  levelStatus: level === 'AP' || level === 'AB' || level === 'RE' ? level : null,
  ...(url !== undefined && { inbound: { url, ...(token !== undefined && { token }) } }),
})
const settings = { ...accessPoint.settings, GOVERNMENT_PACE: '0.01' }
for (const [name, value] of Object.entries(settings)) process.stdout.write(`export ${name}=${value}\n`)
const { address } = accessPoint
process.stdout.write(
  `# faults: curl -d '[{"on":"submit","times":1,"does":{"kind":"lost"}}]' ${address}/_control/faults\n` +
    `# a status: curl -d '{"instanceId":"…","code":"RE","description":"no"}' ${address}/_control/level-status\n` +
    `# a buyer: curl -d '{"instanceId":"…","number":"F-1","code":"UQ"}' ${address}/_control/invoice-response\n` +
    `# what came: curl ${address}/_control/ledger\n`,
)
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => void accessPoint.stop().then(() => process.exit()))
