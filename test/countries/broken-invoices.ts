import type { Test } from 'tap'
import type { Invoicing } from '../../src/countries/country.js'
import type { InvoiceRequest } from '../../src/domain/request/invoice-request.js'

/** Changes to a sound invoice, each with the rule that it breaks and the field of the finding. */
export type BrokenInvoices = readonly (readonly [change: Partial<InvoiceRequest>, rule: string, path: string])[]

/** A sound invoice has no finding, and each broken one the finding on its own field. */
export function findsEachFault(
  t: Test,
  { validate }: Pick<Invoicing, 'validate'>,
  sound: InvoiceRequest,
  broken: BrokenInvoices,
  today: string,
): void {
  t.same(validate(sound, { today }).findings, [])
  for (const [change, rule, path] of broken) {
    const { findings } = validate({ ...sound, ...change }, { today })
    t.match(
      findings.find((finding) => finding.rule === rule),
      { path },
      `${rule} on ${path}`,
    )
  }
}
