import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { CountryCode } from '../../src/domain/invoice-request.js'
import { countryOf } from '../../src/countries/registry.js'
import { oracleFor, type OracleProfile } from '../support/oracle.js'
import { acceptedSamples, ROOT } from './accepted-sample.js'

const ISSUE_DATE = '2026-11-21'
/** Countries with samples, and the official artefacts that judge them. */
const PROFILES: readonly (readonly [CountryCode, OracleProfile])[] = [
  ['RO', 'ro'],
  ['FR', 'fr'],
  ['BE', 'be'],
  ['DE', 'de'],
]

for (const [country, profile] of PROFILES)
  t.test(`the samples of ${country} become the documents that were looked at once`, async (t) => {
    const { invoicing } = countryOf(country)
    if (invoicing === null) throw new Error(`${country} has samples but converts nothing`)
    const golden = join(ROOT, 'test', 'golden', country.toLowerCase())
    const oracle = oracleFor(t, `the samples of ${country} against the official artefacts`)
    const samples = acceptedSamples(country, ISSUE_DATE).flatMap((sample) =>
      invoicing.syntaxes.map((format) =>
        format === 'ubl'
          ? sample
          : { ...sample, name: `${sample.name}.${format}`, invoice: { ...sample.invoice, format } },
      ),
    )
    for (const { name, invoice, attachments } of samples) {
      const { valid, findings } = invoicing.validate(invoice, { today: ISSUE_DATE })
      t.ok(valid, `${name} obeys the rules`, { findings })
      const { xml } = invoicing.convert(invoice, attachments)
      const file = join(golden, `${name}.xml`)
      if (process.env['UPDATE_GOLDEN'] === '1') {
        mkdirSync(golden, { recursive: true })
        writeFileSync(file, xml)
      }
      t.equal(xml, readFileSync(file, 'utf8'), `${name} is as test/golden has it; UPDATE_GOLDEN=1 rewrites that`)
      if (oracle === null) continue
      const official = await oracle.judge(profile, xml)
      t.same(
        official.filter(({ flag }) => flag === 'fatal'),
        [],
        `${name} passes the official artefacts`,
      )
    }
  })
