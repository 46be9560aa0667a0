import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { openApiDocument } from '../../../src/http/api/openapi/document.js'
import { NATIONAL_EXAMPLES } from '../../../src/http/api/openapi/examples/national.js'
import { IDS } from '../../../src/http/api/openapi/example.js'
import { ApiReference, type OpenApiDocument, type Operation } from '../../../src/http/docs/openapi.js'
import { bodiesOf, SAMPLE_LANGUAGES, type SampleLanguage, sampleOf } from '../../../src/http/docs/samples.js'
import { connectedCompany } from '../api/samples.js'
import { startTestService } from '../api/test-service.js'

const service = await startTestService(t)
const API = await service.app.listen({ host: '127.0.0.1', port: 0 })
const reference = new ApiReference((await openApiDocument(service.app)) as unknown as OpenApiDocument)
const directory = mkdtempSync(join(tmpdir(), 'clearway-samples-'))
t.teardown(() => {
  rmSync(directory, { recursive: true })
})

const PROGRAMS: Readonly<Record<SampleLanguage, readonly [program: string, ...args: string[]]>> = {
  curl: ['bash', '-euo', 'pipefail', '-c'],
  node: [process.execPath, '--input-type=module', '-e'],
  python: ['python3', '-c'],
}

function operationOf(id: string): Operation {
  const operation = reference.operation(id)
  if (!operation) throw new Error(`no operation ${id}`)
  return operation
}

async function run(language: SampleLanguage, code: string, KEY: string) {
  const [program, ...args] = PROGRAMS[language]
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], API, KEY }
  const child = spawn(program, [...args, code], { cwd: directory, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: string[] = []
  child.stdout.on('data', (chunk) => output.push(String(chunk)))
  child.stderr.on('data', (chunk) => output.push(String(chunk)))
  await once(child, 'close')
  return { status: child.exitCode, output: output.join('') }
}

for (const language of Object.keys(SAMPLE_LANGUAGES) as SampleLanguage[]) {
  t.test(`the samples in ${language} run as they stand`, { timeout: 120_000 }, async (t) => {
    // The examples are more than the smallest plan has in a month.
    const { test } = await service.account('unlimited')
    const { companyId } = await connectedCompany(test)
    for (const [country, { company }] of Object.entries(NATIONAL_EXAMPLES))
      await connectedCompany(test, company, country)
    const real = new Map<string, string>([[IDS.company, companyId]])
    const sample = async (id: string, example: string | null = null) => {
      const operation = operationOf(id)
      const body = example === null ? null : (bodiesOf(operation).get(example) ?? null)
      if (example !== null && body === null) throw new Error(`${id} has no example ${example}`)
      const code = [...real].reduce((all, [from, to]) => all.replaceAll(from, to), sampleOf(operation, language, body))
      const { status, output } = await run(language, code, test.key)
      t.equal(status, 0, `${id} ${example}: ${output}`)
      return output
    }
    await sample('createCompany', 'poland')
    await sample('createConnection', 'romania')
    const created: string[] = []
    for (const example of bodiesOf(operationOf('createInvoice')).keys()) {
      const output = await sample('createInvoice', example)
      t.match(output, /inv_\w+/)
      created.push(/inv_\w+/.exec(output)?.[0] ?? '')
    }
    real.set(IDS.invoice, created.at(-1) ?? '')
    const results = (await sample('createInvoiceBatch', 'example')).trim().split('\n')
    t.match(
      results.map((line) => JSON.parse(line) as unknown),
      [
        { line: 1, status: 201 },
        { line: 2, status: 400 },
      ],
    )
    t.match(await sample('validateInvoice', 'valid'), /valid'?"?: ?(true|True)/)
    t.match(await sample('validateInvoice', 'wrongUnit'), /valid'?"?: ?(false|False)/, 'a document in XML')
    // All are of one moment, so any of them may be on the first page.
    const listed = await sample('listInvoices')
    t.ok(
      created.some((id) => listed.includes(id)),
      listed,
    )
    t.match(await sample('getInvoice'), real.get(IDS.invoice))
    await sample('listInvoiceEvents')
    await sample('getInvoicePdf')
    t.match(readFileSync(join(directory, 'invoice.pdf')), /^%PDF/)
    t.match(await sample('updateCompany', 'example'), 'Exemplu Nou SRL')
    await sample('configureWebhook', 'example')
    await sample('deleteWebhook')
    await sample('getHealth')

    const refused = await run(language, sampleOf(operationOf('listInvoices'), language, null), 'sk_test_none')
    t.not(refused.status, 0, 'a refusal ends it with an error')
  })
}
