import { rmSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startReceivingService } from '../../support/receiving-service.js'
import { FOLDER, generated, installed, run, walk } from './programs.js'

t.test('a client made for Python creates invoices of every country', async (t) => {
  const [jars = '', python = ''] = installed(t, ['CLIENTS_JAVA', 'CLIENTS_PYTHON'], 'the client made for Python') ?? []
  if (python === '') return
  const services = await startReceivingService(t)
  const options = ['-g', 'python', '--package-name', 'clearway_generated']
  const folder = await generated(t, { jars, url: services.service.url }, options)
  const program = join(python, 'bin', 'python')
  // The generator forgets the types in this file, which the package does not import.
  rmSync(join(folder, 'client', 'clearway_generated', 'api', 'webhook_events_api.py'))
  const compiled = await run([program, '-W', 'error', '-m', 'compileall', '-q', join(folder, 'client')])
  t.equal(compiled.code, 0, compiled.output)
  await walk(t, services, [program, join(FOLDER, 'python', 'way.py')], {
    env: { PYTHONPATH: join(folder, 'client'), PYTHONDONTWRITEBYTECODE: '1' },
  })
})
