import { quoted } from '../xml/quoted.js'
import { sentence } from './finding-text.js'
import { andWarning, type Judgement } from './judgement.js'

/** The one rule that needs the account's other invoices. `{}` stands for what they are. */
export const SETTLED_ADVANCE = {
  id: 'CW-PREPAYMENT-SETTLED',
  severity: 'warning',
  terms: ['BT-25'],
  message: 'Another final invoice of the account settles the advance already: {}',
  fix: 'Look at that invoice. If it was replaced or cancelled, ignore this warning; else leave the advance out of prepayments, since it is deducted from one final invoice alone',
} as const

/** An advance and the other invoice that settles it, both of the account. */
interface Settled {
  readonly advance: { readonly number: string }
  readonly final: { readonly invoiceId: string; readonly number: string }
  readonly path: string
}

/** The warning of `SETTLED_ADVANCE` as one sentence. */
export function settledBefore({ advance, final }: Settled): string {
  const which = `${quoted(advance.number)} by ${quoted(final.number)} (${final.invoiceId})`
  return sentence(SETTLED_ADVANCE.message.replace('{}', () => which))
}

/** Adds to a verdict a warning for each advance that another final invoice settles already. */
export function andSettledAdvances(judgement: Judgement, settled: readonly Settled[]): Judgement {
  const { id: rule, severity, terms, fix } = SETTLED_ADVANCE
  return settled.reduce(
    (verdict, each) =>
      andWarning(verdict, {
        rule,
        severity,
        path: each.path,
        term: terms[0],
        message: settledBefore(each),
        fix: sentence(fix),
      }),
    judgement,
  )
}
