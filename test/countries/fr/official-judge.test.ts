import fc from 'fast-check'
import t from 'tap'
import type { Country, Invoicing } from '../../../src/countries/country.js'
import { france } from '../../../src/countries/fr/index.js'
import { oracleFor, type Oracle } from '../../support/oracle.js'
import { lawfulInvoice, TODAY, type RandomInvoice } from './arbitrary-invoice.js'
import { mutated } from './mutations.js'

/** The seed is fixed, so that a failure is the same for everyone; SEED=… tries others. */
const seed = Number(process.env['SEED'] ?? 20261121)
const runs = Number(process.env['RUNS'] ?? 1)
const { invoicing } = france as Country & { invoicing: Invoicing }

t.setTimeout(120_000)

/** Ids of the official fatal rules that an invoice breaks, by our tables; our own (`CW-`) left out. */
function ours({ invoice }: RandomInvoice): string[] {
  const { findings } = invoicing.validate(invoice, { today: TODAY })
  return sorted(
    findings.filter(({ rule, severity }) => severity === 'fatal' && !rule.startsWith('CW-')).map(({ rule }) => rule),
  )
}

/** The same, by the official artefacts on the converted document. */
async function theirs(oracle: Oracle, { invoice, attachments }: RandomInvoice): Promise<string[]> {
  const findings = await oracle.judge('fr', invoicing.convert(invoice, attachments).xml)
  return sorted(findings.filter(({ flag }) => flag === 'fatal').map(({ id }) => id))
}

function sorted(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort()
}

t.test('the official artefacts accept the document of every invoice that obeys the rules', async (t) => {
  const oracle = oracleFor(t, 'random lawful invoices against the official artefacts')
  if (oracle === null) return
  await fc.assert(
    fc.asyncProperty(lawfulInvoice(40), async (random) => {
      const { findings, valid } = invoicing.validate(random.invoice, { today: TODAY })
      const official = await theirs(oracle, random)
      if (official.length > 0 || !valid)
        throw new Error(`official: ${official.join(' ')}; ours: ${JSON.stringify(findings)}`)
    }),
    { seed, numRuns: 200 * runs },
  )
  t.pass(`${200 * runs} random lawful invoices`)
})

t.test('our verdict on a faulty invoice is that of the official artefacts, rule by rule', async (t) => {
  const oracle = oracleFor(t, 'random faulty invoices against the official artefacts')
  if (oracle === null) return
  await fc.assert(
    fc.asyncProperty(mutated(lawfulInvoice(4)), async (random) => {
      const [mine, official] = [ours(random), await theirs(oracle, random)]
      if (mine.join(' ') !== official.join(' '))
        throw new Error(`official: ${official.join(' ')}; ours: ${mine.join(' ')}; ${JSON.stringify(random.invoice)}`)
    }),
    { seed, numRuns: 300 * runs },
  )
  t.pass(`${300 * runs} random faulty invoices`)
})
