import fc from 'fast-check'
import t from 'tap'
import type { Country } from '../../../src/countries/country.js'
import { oracleFor, type OracleProfile } from '../../support/oracle.js'
import { lawfulInvoice, TODAY, type PeppolCase, type RandomInvoice } from './arbitrary-invoice.js'
import { mutated } from './mutations.js'

/** The seed is fixed, so that a failure is the same for everyone; SEED=… tries others. */
const seed = Number(process.env['SEED'] ?? 20261121)
const runs = Number(process.env['RUNS'] ?? 1)

/** Holds a country's rules and documents against the official artefacts. */
export function agreesWithOfficialJudge({ name, invoicing }: Country, of: PeppolCase, profile: OracleProfile): void {
  if (invoicing === null) throw new Error(`${name} has no format`)
  t.setTimeout(120_000)

  /** Ids of the official fatal rules that an invoice breaks, by our tables; our own (`CW-`) left out. */
  const ours = ({ invoice }: RandomInvoice): string[] => {
    const { findings } = invoicing.validate(invoice, { today: TODAY })
    return sorted(
      findings.filter(({ rule, severity }) => severity === 'fatal' && !rule.startsWith('CW-')).map(({ rule }) => rule),
    )
  }

  t.test(`the receivers of ${name} accept the document of every invoice that obeys the rules`, async (t) => {
    const oracle = oracleFor(t, `random lawful invoices against the official artefacts of ${name}`)
    if (oracle === null) return
    await fc.assert(
      fc.asyncProperty(lawfulInvoice(of, 25), async (random) => {
        const { findings, valid } = invoicing.validate(random.invoice, { today: TODAY })
        const official = fatal(await oracle.judge(profile, invoicing.convert(random.invoice, random.attachments).xml))
        if (official.length > 0 || !valid)
          throw new Error(`official: ${official.join(' ')}; ours: ${JSON.stringify(findings)}`)
      }),
      { seed, numRuns: 200 * runs },
    )
    t.pass(`${200 * runs} random lawful invoices`)
  })

  t.test(`our verdict on a faulty invoice of ${name} is the official one, rule by rule`, async (t) => {
    const oracle = oracleFor(t, `random faulty invoices against the official artefacts of ${name}`)
    if (oracle === null) return
    await fc.assert(
      fc.asyncProperty(mutated(lawfulInvoice(of, 6)), async (random) => {
        const mine = ours(random)
        const official = fatal(await oracle.judge(profile, invoicing.convert(random.invoice, random.attachments).xml))
        if (mine.join(' ') !== official.join(' '))
          throw new Error(`official: ${official.join(' ')}; ours: ${mine.join(' ')}; ${JSON.stringify(random.invoice)}`)
      }),
      { seed, numRuns: 400 * runs },
    )
    t.pass(`${400 * runs} random faulty invoices`)
  })
}

function fatal(findings: readonly { readonly id: string; readonly flag: string }[]): string[] {
  return sorted(findings.filter(({ flag }) => flag === 'fatal').map(({ id }) => id))
}

function sorted(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort()
}
