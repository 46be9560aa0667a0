/**
 * The stand-in for Invoicetronic as a process: `npm run standin:invoicetronic -- --port 4030
 * --decision-seconds 1` prints what the service is to have in its environment and what to hand
 * over to a connection, and runs until a signal comes.
 */
import { parseArgs } from 'node:util'
import { startInvoicetronic } from './index.js'

const { values } = parseArgs({
  options: { port: { type: 'string', default: '4030' }, 'decision-seconds': { type: 'string', default: '5' } },
})
const invoicetronic = await startInvoicetronic({
  port: Number(values.port),
  decisionSeconds: Number(values['decision-seconds']),
})
const settings = { ...invoicetronic.settings, GOVERNMENT_PACE: '0.01' }
for (const [name, value] of Object.entries(settings)) process.stdout.write(`export ${name}=${value}\n`)
process.stdout.write(
  `# credentials: ${JSON.stringify(invoicetronic.credentials)}\n` +
    `# faults: curl -d '[{"on":"send","times":1,"does":{"kind":"lost"}}]' ${invoicetronic.address}/_control/faults\n` +
    `# a supplier's file: curl -d "{\\"name\\":\\"IT01234567890_00001.xml\\",\\"file\\":\\"$(base64 -w0 FILE)\\"}" ${invoicetronic.address}/_control/deliver\n` +
    `# what came: curl ${invoicetronic.address}/_control/ledger\n`,
)
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => void invoicetronic.stop().then(() => process.exit()))
