import t from 'tap'
import { beforeSubmission } from '../../src/countries/check-digits.js'
import { judgeXml } from '../../src/countries/judging/judge-xml.js'
import { COUNTRIES, COUNTRY_CODES } from '../../src/countries/registry.js'
import type { InvoiceRequest, Party } from '../../src/domain/request/invoice-request.js'
import { acceptedSamples } from './accepted-sample.js'

const TODAY = '2026-11-21'
const NOW = new Date(`${TODAY}T12:00:00Z`)
const RULES = /^(?:CW-CHECK-DIGIT|CW-IT-CHECK-DIGIT|KSEF:NIP|PEPPOL-COMMON-R043)$/

/** The last digit; in France the first of the key, so that the SIREN stays that of the SIRET. */
function withWrongDigit(party: Party): Party {
  const { vatNumber } = party
  const place = vatNumber.startsWith('FR') ? 2 : vatNumber.length - 1
  const digit = String((Number(vatNumber[place]) + 1) % 10)
  return { ...party, vatNumber: vatNumber.slice(0, place) + digit + vatNumber.slice(place + 1) }
}

for (const code of COUNTRY_CODES) {
  const { invoicing } = COUNTRIES[code]
  const sample = acceptedSamples(code, TODAY).find(
    ({ invoice: { supplier, customer } }) =>
      supplier.vatNumber.startsWith(code) && customer.vatNumber.startsWith(code) && customer.consumer !== true,
  )
  if (invoicing === null || sample === undefined) throw new Error(`${code} has no sample`)

  for (const party of ['supplier', 'customer'] as const)
    t.test(`${code}: wrong check digits of the ${party} warn, and are fatal before a live submission`, async (t) => {
      const { invoice, attachments } = sample
      const wrong: InvoiceRequest = { ...invoice, [party]: withWrongDigit(invoice[party]) }
      const document = Buffer.from(invoicing.convert(wrong, attachments).xml, 'utf8')
      for (const verdict of [
        invoicing.validate(wrong, { today: TODAY }),
        judgeXml(document, { country: code, isToBeSent: true, now: NOW }),
      ]) {
        const found = verdict.findings.filter(({ rule }) => RULES.test(rule))
        // Peppol itself judges the Belgian number as an electronic address.
        const isOfficial = found.some(({ rule }) => rule === 'PEPPOL-COMMON-R043')
        t.ok(found.length > 0, JSON.stringify(verdict.findings))
        if (!isOfficial) t.equal(verdict.valid, true, JSON.stringify(verdict.findings))
        if (!isOfficial) t.ok(found.every(({ severity }) => severity === 'warning'))
        const live = beforeSubmission(verdict, 'production')
        t.notOk(live.valid)
        t.equal(beforeSubmission(verdict, 'test'), verdict)
      }
    })
}
