// Random invoices in the profiles of ZUGFeRD against the official artefacts.
import fc from 'fast-check'
import t from 'tap'
import { faulty, lawful } from '../../support/random/countries.js'
import { TODAY, type RandomInvoice } from '../../support/random/invoice.js'
import { invoicingOf, official } from '../../support/random/official-judge.js'
import { SEED, triesOf } from '../../support/random/sample.js'
import { oracleFor, type Oracle } from '../../support/oracle.js'
import { inProfile, type ZugferdProfile } from './arbitrary-zugferd.js'

t.setTimeout(300_000)
const invoicing = invoicingOf('DE')

/** The artefacts of the standard judge the level EN 16931 too, without their schema D16B. */
async function theirs(oracle: Oracle, profile: ZugferdProfile, random: RandomInvoice): Promise<string[]> {
  const { xml } = invoicing.convert(random.invoice, random.attachments)
  const ofLevel = await oracle.judge('fx', xml)
  const ofStandard = profile === 'en16931' ? await oracle.judge('en', xml) : []
  const found = [...ofLevel, ...ofStandard.filter(({ id }) => !id.startsWith('XSD'))]
  return fatalIn(found.map(({ id, flag }) => ({ rule: id, isFatal: flag === 'fatal' })))
}

/** The fatal rules; those on the structure of a profile have numbers that its artefact counts. */
function fatalIn(found: readonly { readonly rule: string; readonly isFatal: boolean }[]): string[] {
  return official(found.flatMap(({ rule, isFatal }) => (isFatal ? [rule.replace(/^FX-.*/, 'FX')] : [])))
}

for (const profile of ['en16931', 'extended'] as const) {
  t.test(`the official artefacts accept every lawful invoice in ${profile}`, async (t) => {
    const oracle = oracleFor(t, `random lawful invoices in ${profile} against the official artefacts`)
    if (oracle === null) return
    const random = lawful('DE', 8).chain((each) => inProfile(each, profile))
    await fc.assert(
      fc.asyncProperty(random, async (drawn) => {
        const { findings, valid } = invoicing.validate(drawn.invoice, { today: TODAY })
        const found = await theirs(oracle, profile, drawn)
        if (found.length > 0 || !valid)
          throw new Error(`official: ${found.join(' ')}; ours: ${JSON.stringify(findings)}`)
      }),
      { seed: SEED, numRuns: triesOf(60) },
    )
    t.pass()
  })

  t.test(`our verdict on a faulty invoice in ${profile} is the official one`, async (t) => {
    const oracle = oracleFor(t, `random faulty invoices in ${profile} against the official artefacts`)
    if (oracle === null) return
    const random = faulty('DE', 6).chain((each) => inProfile(each, profile))
    await fc.assert(
      fc.asyncProperty(random, async (drawn) => {
        const { findings } = invoicing.validate(drawn.invoice, { today: TODAY })
        const ours = fatalIn(findings.map(({ rule, severity }) => ({ rule, isFatal: severity === 'fatal' })))
        const found = await theirs(oracle, profile, drawn)
        if (ours.join(' ') !== found.join(' '))
          throw new Error(`official: ${found.join(' ')}; ours: ${ours.join(' ')}; ${JSON.stringify(drawn.invoice)}`)
      }),
      { seed: SEED, numRuns: triesOf(120) },
    )
    t.pass()
  })
}
