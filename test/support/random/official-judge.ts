import fc from 'fast-check'
import t from 'tap'
import type { Finding, Invoicing } from '../../../src/countries/country.js'
import { countryOf } from '../../../src/countries/registry.js'
import type { DocumentFormat } from '../../../src/domain/request/invoice-request.js'
import { oracleFor, type Oracle } from '../oracle.js'
import { extended, faulty, lawful, RANDOM_COUNTRIES, type RandomCountry } from './countries.js'
import { type RandomInvoice, TODAY } from './invoice.js'
import { SEED, triesOf } from './sample.js'

/** How a country's invoices are judged and converted. */
export function invoicingOf(country: RandomCountry): Invoicing {
  const { invoicing, name } = countryOf(country)
  if (invoicing === null) throw new Error(`${name} has no format`)
  return invoicing
}

/**
 * The same invoice, asked for in a syntax: without the extension of XRechnung where that has no
 * place for it.
 */
export function inSyntax({ invoice, attachments }: RandomInvoice, format: DocumentFormat): RandomInvoice {
  const asked = { ...invoice, format }
  if (format !== 'ubl') {
    delete asked.de
    asked.lines = asked.lines.map((line) => {
      const bare = { ...line }
      delete bare.de
      return bare
    })
  }
  return { invoice: asked, attachments }
}

/** Ids of official rules: the service's own (`CW-`) are left out, each once. */
export function official(ids: readonly string[]): string[] {
  return [...new Set(ids)].filter((id) => !id.startsWith('CW-')).sort()
}

/** The official rules that fatal findings name, sorted, each once. */
function fatal(findings: readonly Finding[]): string[] {
  return official(findings.filter(({ severity }) => severity === 'fatal').map(({ rule }) => rule))
}

interface Amounts {
  /** How many lines at most, lawful and faulty. */
  readonly lines?: readonly [number, number]
  /** How many invoices, lawful and faulty. */
  readonly runs?: readonly [number, number]
}

/** Holds a country's rules and documents against the official artefacts. */
export function agreesWithOfficialJudge(
  country: RandomCountry,
  syntax: DocumentFormat = 'ubl',
  { lines = [25, 6], runs = [200, 400] }: Amounts = {},
): void {
  const invoicing = invoicingOf(country)
  const profile = RANDOM_COUNTRIES[country][2]
  t.setTimeout(300_000)

  const theirs = async (oracle: Oracle, { invoice, attachments }: RandomInvoice): Promise<string[]> => {
    const findings = await oracle.judge(profile, invoicing.convert(invoice, attachments).xml)
    return official(findings.filter(({ flag }) => flag === 'fatal').map(({ id }) => id))
  }
  const name = `${country} in ${syntax.toUpperCase()}`

  t.test(`the official artefacts accept the document of every lawful invoice of ${name}`, async (t) => {
    const oracle = oracleFor(t, `random lawful invoices of ${name} against the official artefacts`)
    if (oracle === null) return
    await fc.assert(
      fc.asyncProperty(lawful(country, lines[0]), async (drawn) => {
        const random = inSyntax(drawn, syntax)
        const { findings, valid } = invoicing.validate(random.invoice, { today: TODAY })
        const found = await theirs(oracle, random)
        if (found.length > 0 || !valid)
          throw new Error(`official: ${found.join(' ')}; ours: ${JSON.stringify(findings)}`)
      }),
      { seed: SEED, numRuns: triesOf(runs[0]) },
    )
    t.pass(`${triesOf(runs[0])} random lawful invoices`)
  })

  const extension = extended(country, lines[1])
  if (extension !== undefined)
    t.test(`the official artefacts accept every lawful invoice with the extension of ${name}`, async (t) => {
      const oracle = oracleFor(t, `random invoices with the extension of ${name} against the official artefacts`)
      if (oracle === null) return
      await fc.assert(
        fc.asyncProperty(extension, async (drawn) => {
          const random = inSyntax(drawn, syntax)
          const { findings, valid } = invoicing.validate(random.invoice, { today: TODAY })
          const found = await theirs(oracle, random)
          if (found.length > 0 || !valid)
            throw new Error(`official: ${found.join(' ')}; ours: ${fatal(findings).join(' ')}`)
        }),
        { seed: SEED, numRuns: triesOf(runs[0] / 2) },
      )
      t.pass(`${triesOf(runs[0] / 2)} random invoices with the extension`)
    })

  t.test(`our verdict on a faulty invoice of ${name} is the official one, rule by rule`, async (t) => {
    const oracle = oracleFor(t, `random faulty invoices of ${name} against the official artefacts`)
    if (oracle === null) return
    await fc.assert(
      fc.asyncProperty(faulty(country, lines[1]), async (drawn) => {
        const random = inSyntax(drawn, syntax)
        const ours = fatal(invoicing.validate(random.invoice, { today: TODAY }).findings)
        const found = await theirs(oracle, random)
        if (ours.join(' ') !== found.join(' '))
          throw new Error(`official: ${found.join(' ')}; ours: ${ours.join(' ')}; ${JSON.stringify(random.invoice)}`)
      }),
      { seed: SEED, numRuns: triesOf(runs[1]) },
    )
    t.pass(`${triesOf(runs[1])} random faulty invoices`)
  })
}
