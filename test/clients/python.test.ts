import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { hasPython, PYTHON_CLIENT, runPython } from '../support/python.js'
import { startReceivingService } from '../support/receiving-service.js'
import { waitFor } from '../support/wait-for.js'

const program = (name: string): string => fileURLToPath(new URL(`../../../test/clients/${name}`, import.meta.url))

if (!hasPython()) t.pass('left out: the client for Python, because there is no Python')
else {
  t.test('the tests of the client itself', { timeout: 120_000 }, async (t) => {
    const { status, output } = await runPython(['-m', 'unittest'], { cwd: PYTHON_CLIENT })
    t.equal(status, 0, output)
    t.match(output, /^Ran [1-9]\d* tests/m)
  })

  t.test('the way of the guide, with the service', { timeout: 120_000 }, async (t) => {
    const { service, receiver, directory } = await startReceivingService(t)
    const env = {
      API: service.url,
      KEY: /test key\s+(\S+)/.exec(service.output())?.[1] ?? '',
      RECEIVER: receiver.url(),
    }
    const way = await runPython([program('python_way.py')], { cwd: directory, env })
    t.equal(way.status, 0, way.output)

    await waitFor('the acceptance is delivered', () => receiver.kinds().includes('invoice.accepted'))
    await waitFor('the test event', () => receiver.kinds().includes('webhook.test'))
    writeFileSync(join(directory, 'deliveries.json'), JSON.stringify(receiver.received))
    const secret = { SECRET: /secret (\S+)/.exec(way.output)?.[1] ?? '' }
    const printed = await runPython([program('python_deliveries.py')], { cwd: directory, env: secret })
    t.equal(printed.status, 0, printed.output)
  })
}
