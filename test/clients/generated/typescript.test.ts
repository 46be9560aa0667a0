import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import t from 'tap'
import { ROOT } from '../../countries/accepted-sample.js'
import { startReceivingService } from '../../support/receiving-service.js'
import { FOLDER, generated, installed, run, walk } from './programs.js'

/** The strict compiler of those who use the client. */
const COMPILER = {
  compilerOptions: {
    target: 'ES2022',
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    lib: ['ES2023', 'DOM'],
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules', '@types')],
    strict: true,
    noEmit: true,
  },
  files: ['way.mts'],
}

t.test('a client made for TypeScript creates invoices of every country', async (t) => {
  const [jars = ''] = installed(t, ['CLIENTS_JAVA'], 'the client made for TypeScript') ?? []
  if (jars === '') return
  const services = await startReceivingService(t)
  const folder = await generated(t, { jars, url: services.service.url }, [
    ...['-g', 'typescript-fetch', '--additional-properties', 'importFileExtension=.js'],
  ])
  copyFileSync(join(FOLDER, 'node', 'way.mts'), join(folder, 'way.mts'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(COMPILER))
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  const compiled = await run([process.execPath, compiler, '-p', folder])
  t.equal(compiled.code, 0, compiled.output.slice(-4000))
  const program = join(folder, 'way.mjs')
  await build({
    entryPoints: [join(folder, 'way.mts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  })
  await walk(t, services, [process.execPath, program])
})
