import fc from 'fast-check'
import t from 'tap'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import { profileOfCountry } from '../../../src/countries/judging/profiles.js'
import type { Finding } from '../../../src/countries/country.js'
import { faulty, lawful, RANDOM_COUNTRIES, type RandomCountry } from '../../support/random/countries.js'
import { type RandomInvoice, TODAY } from '../../support/random/invoice.js'
import { inSyntax, invoicingOf, official } from '../../support/random/official-judge.js'
import { SEED, triesOf } from '../../support/random/sample.js'

/** Rules with their level. */
function levels(findings: readonly { readonly rule: string; readonly isFatal: boolean }[]): string[] {
  return official(findings.map(({ rule, isFatal }) => (isFatal ? rule : `${rule} (warning)`)))
}

for (const country of Object.keys(RANDOM_COUNTRIES) as RandomCountry[]) {
  const invoicing = invoicingOf(country)
  const random = fc.oneof({ weight: 1, arbitrary: lawful(country, 8) }, { weight: 4, arbitrary: faulty(country, 5) })
  for (const syntax of invoicing.formats.filter((format) => format === 'ubl' || format === 'cii'))
    t.test(`an invoice of ${country} gets the verdict of its own document in ${syntax.toUpperCase()}`, async (t) => {
      const verdicts = (drawn: RandomInvoice): readonly [Finding[], string[], string[]] => {
        const { invoice, attachments } = inSyntax(drawn, syntax)
        const { findings } = invoicing.validate(invoice, { today: TODAY })
        const xml = Buffer.from(invoicing.convert(invoice, attachments).xml)
        const judged = judgeXml(xml, { profile: profileOfCountry(country)?.name })
        return [
          [...findings],
          levels(findings.map(({ rule, severity }) => ({ rule, isFatal: severity === 'fatal' }))),
          levels(judged.findings.map(({ rule, flag }) => ({ rule, isFatal: flag === 'fatal' }))),
        ]
      }
      fc.assert(
        fc.property(random, (drawn) => {
          const [findings, ofJson, ofXml] = verdicts(drawn)
          if (ofJson.join() !== ofXml.join())
            throw new Error(`JSON: ${ofJson.join(' ')}; XML: ${ofXml.join(' ')}; ${JSON.stringify(drawn.invoice)}`)
          for (const { rule, message, fix } of findings)
            if (message === '' || fix === '') throw new Error(`${rule} says nothing: ${JSON.stringify(drawn.invoice)}`)
        }),
        { seed: SEED, numRuns: triesOf(300) },
      )
      t.pass(`${triesOf(300)} invoices`)
    })
}
