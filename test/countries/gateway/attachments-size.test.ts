import t from 'tap'
import { COUNTRIES } from '../../../src/countries/registry.js'
import { acceptedSamples } from '../accepted-sample.js'

const TODAY = '2026-11-21'

for (const [code, rule, most] of [
  ['IT', '00003', 5_000_000],
  ['RO', 'CW-RO-SIZE', 10_000_000],
] as const)
  t.test(`attachments of ${code} may come to ${most} bytes in Base64`, async (t) => {
    const { invoicing } = COUNTRIES[code]
    const [sample] = acceptedSamples(code, TODAY)
    if (invoicing === null || sample === undefined) throw new Error('no sample')
    const findingsOf = (size: number) =>
      invoicing.validate(
        { ...sample.invoice, attachments: [{ filename: 'a.pdf', mimeType: 'application/pdf', sha256: 'x', size }] },
        { today: TODAY },
      ).findings
    t.same(findingsOf((most / 4) * 3), [])
    t.match(findingsOf((most / 4) * 3 + 1), [{ rule, path: 'attachments' }])
  })
