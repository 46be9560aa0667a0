import { setTimeout as delay } from 'node:timers/promises'
import type { ApiClient, Invoice, SampleInvoice } from './api-client.js'
import { Board } from './board.js'
import type { Sample } from './samples.js'

const LOOK_EVERY_MS = 250
const PATIENCE_MS = 120_000
const DECIDED = ['accepted', 'rejected', 'error']

/** A sample that was posted. */
interface Posted {
  readonly file: string
  readonly invoice: Invoice
}

/** Posts samples; `round` makes different invoices of the same samples. */
export async function postAll(
  api: ApiClient,
  samples: readonly Sample[],
  round: { readonly name: string; readonly change: (body: SampleInvoice) => SampleInvoice },
): Promise<readonly Posted[]> {
  const posted: Posted[] = []
  for (const { file, body } of samples) {
    // Two countries may have samples of one name.
    const headers = { 'X-Idempotency-Key': `${round.name}${body.country}/${file}` }
    posted.push({ file, invoice: await api.post<Invoice>('/v1/invoices', round.change(body), headers) })
  }
  return posted
}

/** Shows the invoices until their governments have decided on all, or until `isOver`. */
export async function follow(
  api: ApiClient,
  posted: readonly Posted[],
  isOver: () => boolean = () => false,
): Promise<readonly Invoice[]> {
  const board = new Board(posted)
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const listed = await api.list<Invoice>('/v1/invoices?limit=100')
    const current = posted.flatMap(({ invoice }) => listed.filter(({ id }) => id === invoice.id))
    board.show(current)
    if (isOver() || current.every((invoice) => DECIDED.includes(invoice.status))) return current
    if (performance.now() > deadline) throw new Error('the governments did not decide in time')
    await delay(LOOK_EVERY_MS)
  }
}

/**
 * Shows the refused invoices with the government's words. `expected`: the status that each should
 * reach. Returns whether all reached it.
 */
export function summarise(
  invoices: readonly Invoice[],
  expected: (invoice: Invoice) => 'accepted' | 'rejected',
  started: number,
): boolean {
  for (const invoice of invoices.filter(({ errorMessage }) => errorMessage !== null)) {
    console.log(
      `\n${invoice.country} ${invoice.externalId ?? invoice.id} was ${invoice.status === 'rejected' ? 'rejected by the government' : 'stopped'}:`,
    )
    console.log(`  the raw text    ${invoice.errorMessage ?? ''}`)
    console.log(`  in English      ${invoice.errorTranslated ?? ''}`)
    console.log(`  what to do      ${invoice.errorFix ?? ''}`)
  }
  const count = (status: string): number => invoices.filter((invoice) => invoice.status === status).length
  const isGood = invoices.every((invoice) => invoice.status === expected(invoice))
  const onPurpose = invoices.some((invoice) => expected(invoice) === 'rejected') ? ' (on purpose)' : ''
  console.log(
    `\n${isGood ? '✓' : '✗'} ${invoices.length} invoices: ${count('accepted')} accepted, ${count('rejected')} rejected${onPurpose}, ` +
      `${count('error')} in error, in ${seconds(started)}`,
  )
  return isGood
}

/** The time since then, for people to read. */
export function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}
