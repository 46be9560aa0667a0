import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startReceivingService } from '../../support/receiving-service.js'
import { FOLDER, generated, installed, run, walk } from './programs.js'

t.test('a client made for Java creates invoices of every country', async (t) => {
  const [jars = ''] = installed(t, ['CLIENTS_JAVA'], 'the client made for Java') ?? []
  if (jars === '') return
  const services = await startReceivingService(t)
  const folder = await generated(t, { jars, url: services.service.url }, ['-g', 'java', '--library', 'native'])
  const main = join(folder, 'client', 'src', 'main', 'java')
  const files = readdirSync(main, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.java'))
  const sources = files.map((name) => join(main, name))
  const classes = join(folder, 'classes')
  mkdirSync(classes)
  const needed = readdirSync(jars)
    .filter((name) => !name.startsWith('openapi-generator-cli-'))
    .map((name) => join(jars, name))
    .join(':')
  const way = join(FOLDER, 'java', 'Way.java')
  const compiled = await run([
    'javac',
    '-encoding',
    'UTF-8',
    '-nowarn',
    '-proc:none',
    '-cp',
    needed,
    '-d',
    classes,
    ...sources,
    way,
  ])
  t.equal(compiled.code, 0, compiled.output.slice(-4000))
  await walk(t, services, ['java', '-Dfile.encoding=UTF-8', '-cp', `${classes}:${needed}`, 'Way'])
})
