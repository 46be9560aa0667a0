/**
 * The stand-in for SdI as a process: `npm run standin:sdi -- --port 4020 --decision-seconds 1
 * --inbound http://127.0.0.1:4100/sdi --inbound-token TOKEN` prints what the service is to have in
 * its environment, and runs until a signal comes.
 */
import { parseArgs } from 'node:util'
import { startSdi } from './index.js'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4020' },
    'decision-seconds': { type: 'string', default: '5' },
    inbound: { type: 'string', default: 'http://127.0.0.1:4100/sdi' },
    'inbound-token': { type: 'string', default: 'standin-inbound' },
  },
})
const sdi = await startSdi({
  port: Number(values.port),
  decisionSeconds: Number(values['decision-seconds']),
  inboundUrl: values.inbound,
  inboundToken: values['inbound-token'],
})
const inboundPort = new URL(values.inbound).port
const settings = {
  ...sdi.settings,
  INBOUND_PORT: inboundPort,
  INBOUND_TOKEN: values['inbound-token'],
  GOVERNMENT_PACE: '0.01',
}
for (const [name, value] of Object.entries(settings)) process.stdout.write(`export ${name}=${value}\n`)
process.stdout.write(
  `# credentials of a connection: ${JSON.stringify(sdi.credentials)}\n` +
    `# faults: curl -d '[{"on":"file","times":1,"does":{"kind":"lost"}}]' ${sdi.address}/_control/faults\n` +
    `# a supplier's file: curl -d "{\\"name\\":\\"IT01234567890_00001.xml\\",\\"file\\":\\"$(base64 -w0 FILE)\\"}" ${sdi.address}/_control/hand-over\n` +
    `# what came and went: curl ${sdi.address}/_control/ledger\n`,
)
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => void sdi.stop().then(() => process.exit()))
