// Linters and a fuzzer of others on the OpenAPI document, and on the service by it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { apiDocument } from '../../../clients/typescript/generator/api-types.js'
import { startReceivingService } from '../../support/receiving-service.js'
import { FOLDER, installed, run } from './programs.js'

t.test('Redocly and Spectral find nothing in the OpenAPI document', async (t) => {
  const [node = ''] = installed(t, ['CLIENTS_NODE'], 'Redocly and Spectral on the OpenAPI document') ?? []
  if (node === '') return
  const folder = t.testdir({ 'rules.yaml': 'extends: ["spectral:oas"]\n' })
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(await apiDocument()))
  const program = (name: string): string => join(node, 'node_modules', '.bin', name)
  // Redocly reports warnings with the exit code 0.
  const redocly = await run([program('redocly'), 'lint', file, '--extends', 'recommended', '--format', 'json'], {
    cwd: folder,
    env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  const found = JSON.parse(redocly.printed) as { readonly totals: object; readonly problems: readonly object[] }
  t.strictSame(found.problems, [])
  t.match(found.totals, { errors: 0, warnings: 0 })
  const spectral = await run([
    ...[program('spectral'), 'lint', file, '-r', join(folder, 'rules.yaml')],
    ...['--fail-severity', 'warn', '--format', 'json'],
  ])
  t.equal(spectral.code, 0, spectral.output)
})

/**
 * The runs of Schemathesis, each for some seconds, and what they leave out. It would revoke its
 * own key, and can't write newline-delimited JSON. What a schema can't say is a 400: cursors,
 * codes, totals, rules. In chains of requests it ignores that an XML document without meaning is
 * judged, and that a deleted company with its defaults, logo, number series and receiving can be
 * read.
 */
const RUNS = [
  {
    seconds: 60,
    phases: 'examples,coverage,fuzzing',
    checks: 'positive_data_acceptance',
    operations: ['revokeApiKey', 'createInvoiceBatch'],
  },
  {
    seconds: 30,
    phases: 'stateful',
    checks: 'positive_data_acceptance,negative_data_rejection',
    operations: [
      'revokeApiKey',
      'createInvoiceBatch',
      'getCompany',
      'getCompanyDefaults',
      'getCompanyNumbering',
      'getCompanyReceiving',
      'getCompanyLogo',
    ],
  },
]

t.test('Schemathesis finds no answer that the OpenAPI document does not promise', async (t) => {
  const [python = ''] = installed(t, ['CLIENTS_PYTHON'], 'Schemathesis on the service') ?? []
  if (python === '') return
  const { service, directory } = await startReceivingService(t, {
    RATE_LIMIT_PER_MINUTE: '1000000',
    FAILED_AUTHENTICATIONS_PER_MINUTE: '1000000',
  })
  const key = /test key\s+(\S+)/.exec(service.output())?.[1] ?? ''
  for (const { seconds, phases, checks, operations } of RUNS) {
    const { code, output } = await run(
      [
        // The script beside it names the folder in which it was installed, which was moved then.
        ...[join(python, 'bin', 'python'), '-c', 'from schemathesis.cli import schemathesis; schemathesis()'],
        ...['--config-file', join(FOLDER, 'python', 'schemathesis.toml'), 'run', `${service.url}/openapi.json`],
        ...['--header', `Authorization: Bearer ${key}`, '--workers', '1', '--max-time', String(seconds)],
        ...['--seed', process.env['SEED'] ?? '20261126', '--no-shrink', '--continue-on-failure'],
        ...['--phases', phases, '--checks', 'all', '--exclude-checks', checks],
        ...operations.flatMap((operation) => ['--exclude-operation-id', operation]),
      ],
      { cwd: directory },
    )
    t.equal(code, 0, output.slice(-8000))
    t.match(output, /\b(\d{2,}) generated, \1 passed/)
    t.comment(/\d+ generated, .*/.exec(output)?.[0] ?? phases)
  }
})
