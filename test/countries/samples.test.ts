import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { judgeXml } from '../../src/countries/judging/judge-xml.js'
import { profileOfCountry, profileOfRequest } from '../../src/countries/judging/profiles.js'
import { COUNTRIES } from '../../src/countries/registry.js'
import { oracleFor, type OracleProfile } from '../support/oracle.js'
import { acceptedSamples, ROOT, takesFormat } from './accepted-sample.js'

const ISSUE_DATE = '2026-11-21'
const CREATED_AT = new Date(`${ISSUE_DATE}T09:30:15.250Z`)

for (const { code: country, invoicing } of Object.values(COUNTRIES)) {
  if (invoicing === null) continue
  t.test(`the samples of ${country} become the documents that were looked at once`, async (t) => {
    const golden = join(ROOT, 'test', 'golden', country.toLowerCase())
    const profile = profileOfCountry(country)?.name
    const oracle = profile && oracleFor(t, `the samples of ${country} against the official artefacts`)
    const samples = acceptedSamples(country, ISSUE_DATE).flatMap((sample) =>
      invoicing.formats
        .filter((format) => takesFormat(country, sample.name, format))
        .map((format) =>
          // Chorus Pro has a Cross Industry Invoice by default.
          format === 'ubl' && invoicing.portal?.isFor(sample.invoice) !== true
            ? sample
            : format === 'ubl'
              ? { ...sample, invoice: { ...sample.invoice, format } }
              : { ...sample, name: `${sample.name}.${format}`, invoice: { ...sample.invoice, format } },
        ),
    )
    for (const { name, invoice, attachments } of samples) {
      const { valid, findings } = invoicing.validate(invoice, { today: ISSUE_DATE })
      t.ok(valid, `${name} obeys the rules`, { findings })
      const { xml } = invoicing.convert(invoice, attachments, CREATED_AT)
      const file = join(golden, `${name}.xml`)
      if (process.env['UPDATE_GOLDEN'] === '1') {
        mkdirSync(golden, { recursive: true })
        writeFileSync(file, xml)
      }
      t.equal(xml, readFileSync(file, 'utf8'), `${name} is as test/golden has it; UPDATE_GOLDEN=1 rewrites that`)
      if (profileOfRequest(invoice)?.name === 'it-simplified') {
        // The official artefacts have no FSM10; test/foreign judges it by a copy of its schema.
        const ours = judgeXml(Buffer.from(xml), {})
        t.ok(ours.valid, `${name} obeys its own schema, without an official judge`, ours)
        continue
      }
      if (!oracle) continue
      // Chorus Pro publishes no artefact beyond EN 16931.
      const own = profileOfRequest(invoice)?.name ?? ''
      // A German Cross Industry Invoice with several preceding ones has that level of ZUGFeRD.
      const isZugferd = country === 'DE' && xml.includes('<ram:ID>urn:cen.eu:en16931:2017</ram:ID>')
      const judge = own === 'fr-chorus' ? 'en' : own.startsWith('factur-x') || isZugferd ? 'fx' : profile
      const official = await oracle.judge(judge as OracleProfile, xml)
      t.same(
        official.filter(({ flag }) => flag === 'fatal'),
        [],
        `${name} passes the official artefacts`,
      )
    }
  })
}
