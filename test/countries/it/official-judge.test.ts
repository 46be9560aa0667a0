import fc from 'fast-check'
import t from 'tap'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import { UnwritableText } from '../../../src/einvoice/syntax/document-sink.js'
import { oracleFor } from '../../support/oracle.js'
import { type RandomInvoice, TODAY } from '../../support/random/invoice.js'
import { mutatedBy } from '../../support/random/mutations.js'
import { SEED, triesOf } from '../../support/random/sample.js'
import { lawfulItalian } from './arbitrary-invoice.js'
import { ITALIAN_MUTATIONS } from './mutations.js'
import { ITALIAN } from './sound-invoice.js'

t.setTimeout(300_000)

/** Rules that the document does not show, and controls that the judge's reading leaves out. */
const NOT_COMPARED = /^(?:CW-|00403$|00300$|0030[1-6]$|00313$|00330$|00409$)/

function compared(rules: readonly string[]): string {
  const kept = rules.map((rule) => (rule.startsWith('XSD') ? 'XSD' : rule)).filter((rule) => !NOT_COMPARED.test(rule))
  return [...new Set(kept)].sort().join(' ')
}

/** The document of an invoice; undefined: it can't be written. */
function documentOf({ invoice, attachments }: RandomInvoice): string | undefined {
  try {
    return ITALIAN.convert(invoice, attachments).xml
  } catch (error) {
    if (error instanceof UnwritableText) return undefined
    throw error
  }
}

t.test('the schema and the controls accept the document of every lawful invoice, and so do we', async (t) => {
  const oracle = oracleFor(t, 'random lawful invoices of Italy against schema and controls')
  const numRuns = triesOf(200)
  await fc.assert(
    fc.asyncProperty(lawfulItalian(25), async (random) => {
      const { valid, findings } = ITALIAN.validate(random.invoice, { today: TODAY })
      const found = (await oracle?.judge('it', documentOf(random) ?? '')) ?? []
      if (!valid || found.length > 0)
        throw new Error(`ours: ${JSON.stringify(findings)}; official: ${JSON.stringify(found)}`)
    }),
    { seed: SEED, numRuns },
  )
  t.pass(`${numRuns} lawful invoices`)
})

t.test('a changed invoice gets the verdict of its document, from us and from the judge', async (t) => {
  const oracle = oracleFor(t, 'random changed invoices of Italy against schema and controls')
  const numRuns = triesOf(400)
  let [refused, taken] = [0, 0]
  await fc.assert(
    fc.asyncProperty(mutatedBy(ITALIAN_MUTATIONS, lawfulItalian(6)), async (drawn) => {
      const { findings } = ITALIAN.validate(drawn.invoice, { today: TODAY })
      for (const { rule, message, fix } of findings)
        if (message === '' || fix === '') throw new Error(`${rule} says nothing: ${JSON.stringify(drawn.invoice)}`)
      const xml = documentOf(drawn)
      if (xml === undefined) {
        if (!findings.some(({ rule }) => rule === 'XML')) throw new Error('an invoice that can be no XML passes')
        return
      }
      const ofJson = compared(findings.map(({ rule }) => rule))
      const ofXml = compared(judgeXml(Buffer.from(xml), { profile: 'it' }).findings.map(({ rule }) => rule))
      if (ofJson !== ofXml) throw new Error(`JSON: ${ofJson}; XML: ${ofXml}; ${JSON.stringify(drawn.invoice)}`)
      if (ofXml === '') taken += 1
      else refused += 1
      if (oracle === null) return
      const official = compared((await oracle.judge('it', xml)).map(({ id }) => id))
      if (official !== ofXml)
        throw new Error(`official: ${official}; ours: ${JSON.stringify(findings)}; ${JSON.stringify(drawn.invoice)}`)
    }),
    { seed: SEED, numRuns },
  )
  t.ok(refused > numRuns / 10 && taken > numRuns / 10, `${refused} refused, ${taken} taken`)
})
