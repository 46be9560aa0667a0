import type { Country, NumberForm } from '../../countries/country.js'
import { issuerOf } from '../../countries/issuer.js'
import { todayIn } from '../../domain/calendar.js'
import { company } from '../../domain/company.js'
import type { Scope } from '../../domain/event.js'
import { numberSeries } from '../../domain/number-series.js'
import { counterIn, faultOfPattern, numberIn, type Numbering, pausedSince, seriesOf } from '../../domain/numbering.js'
import type { PreparedInvoices } from '../../domain/prepared-invoice.js'
import { conflict, type Detail, invalid, invalidField, unknown } from '../../domain/refusal.js'
import type { CountryCode, InvoiceRequest } from '../../domain/request/invoice-request.js'
import { numberingStream } from '../../domain/streams.js'
import { isSupplier } from '../../documents/intake/supplier-of-company.js'
import { setCompanyNumbering } from '../company.js'
import { type CommandDeps, handle, load, type ScopedContext, scopeOf } from '../handle.js'
import { nextCounter } from '../number-series.js'
import { loadOwned } from '../owned.js'
import { type InvoiceSeries, nextNumber } from './assign-number.js'
import type { Candidate } from './submitting-company.js'

/** How a caller wants a company's invoices to be numbered. */
interface WantedNumbering {
  readonly pattern: string
  /** The counter of the next number of today's series. */
  readonly start?: number
  readonly creditNotePattern?: string
  readonly creditNoteStart?: number
}

/** The dependencies of `changeNumbering`. */
interface ChangeDeps extends NumberingDeps {
  /** The id of an invoice of the company that has this number; null: there is none. */
  readonly invoiceWithNumber: (scope: Scope, companyId: string, number: string) => Promise<string | null>
}

interface NumberingDeps extends CommandDeps {
  readonly prepared: Pick<PreparedInvoices, 'lastRestore'>
  readonly countryOf: (code: CountryCode) => Country
}

/** What all countries accept. */
const COMMON: NumberForm = { longest: 30, allowed: /[A-Za-z0-9+\-_/.]/ }

function formOf({ numbers = COMMON }: Country): NumberForm {
  return numbers
}

/**
 * Sets how the invoices of a company get their numbers; null: they have numbers of their own
 * again. Refuses a pattern whose numbers the company's country would not accept, a start below a
 * number that was assigned, and a next number that another invoice has.
 */
export async function changeNumbering(
  deps: ChangeDeps,
  context: ScopedContext,
  companyId: string,
  wanted: WantedNumbering | null,
): Promise<{ readonly stream: string; readonly position: bigint }> {
  const owned = await loadOwned(deps.store, scopeOf(context), company, 'Company', companyId, deps.snapshots)
  if (!owned) throw unknown('company')
  const { stream, loaded } = owned
  const numbering =
    wanted === null || loaded.state.status !== 'active'
      ? null
      : await numberingOf(deps, context, companyId, deps.countryOf(loaded.state.country), wanted)
  const old = loaded.state.status === 'active' ? loaded.state.numbering : undefined
  const isPaused = old !== undefined && pausedSince(old, await deps.prepared.lastRestore()) !== null
  const outcome = await handle(deps, context, company, stream, setCompanyNumbering(numbering, isPaused), loaded)
  if (outcome.kind === 'done') return { stream, position: outcome.loaded.position }
  throw outcome.rejection === 'unknown' ? unknown('company') : conflict('The company was deleted')
}

async function numberingOf(
  deps: ChangeDeps,
  context: ScopedContext,
  companyId: string,
  country: Country,
  { pattern, start, creditNotePattern, creditNoteStart }: WantedNumbering,
): Promise<Numbering> {
  const { longest, allowed } = formOf(country)
  const details: Detail[] = []
  const check = (path: string, checked: string): void => {
    const message = faultOfPattern(checked, longest, allowed)
    if (message !== null) details.push({ path, message })
  }
  check('pattern', pattern)
  if (creditNotePattern !== undefined) check('creditNotePattern', creditNotePattern)
  else if (creditNoteStart !== undefined)
    details.push({
      path: 'creditNoteStart',
      message: 'needs creditNotePattern: without it credit notes have no series',
    })
  if (details.length > 0) throw invalid(details)
  const today = todayIn(country.timeZone, deps.clock.now())
  const name = seriesOf(pattern, today).name
  if (creditNotePattern !== undefined && seriesOf(creditNotePattern, today).name === name)
    throw invalidField(
      'creditNotePattern',
      'makes the same numbers as pattern; leave it out, so that credit notes are numbered with the invoices',
    )
  const starts: { series: string; at: number }[] = []
  for (const [path, from, at] of [
    ['start', pattern, start],
    ['creditNoteStart', creditNotePattern, creditNoteStart],
  ] as const) {
    if (from === undefined) continue
    const series = seriesOf(from, today)
    const stream = numberingStream(context.environment, companyId, series.name)
    const { state } = await load(deps.store, numberSeries, stream, deps.snapshots)
    const next = numberIn(series, nextCounter(state, at ?? 1))
    const taken = await deps.invoiceWithNumber(scopeOf(context), companyId, next)
    if (taken !== null)
      throw invalidField(
        path,
        `would make ${next} the next number, which the invoice ${taken} has already; give the counter after the last one that was used`,
      )
    if (at === undefined) continue
    if (state.last !== null && at <= state.last.counter)
      throw invalidField(
        path,
        `is ${at}, but ${state.last.number} was assigned already; give ${nextCounter(state, 1)} or more, or leave it out`,
      )
    if (numberIn(series, at).length > longest)
      throw invalidField(path, `makes the number ${numberIn(series, at)}; numbers may have ${longest} characters`)
    starts.push({ series: series.name, at })
  }
  return {
    pattern,
    ...(creditNotePattern !== undefined && { creditNotePattern }),
    ...(starts.length > 0 && { starts }),
    setAt: deps.clock.now().toISOString(),
  }
}

/** The numbers that an invoice and a credit note of today would get. Nothing is reserved. */
export async function nextNumbers(
  deps: NumberingDeps,
  scope: Scope,
  companyId: string,
  country: CountryCode,
  numbering: Numbering,
): Promise<{ readonly next: string; readonly nextCreditNote?: string; readonly pausedSince?: string }> {
  const today = todayIn(deps.countryOf(country).timeZone, deps.clock.now())
  const nextOf = (pattern: string): Promise<string> => {
    const series = seriesOf(pattern, today)
    return nextNumber(deps, scope.environment, { companyId, series, start: startOf(numbering, series.name) })
  }
  const { pattern, creditNotePattern } = numbering
  const restoredAt = pausedSince(numbering, await deps.prepared.lastRestore())
  return {
    ...(restoredAt !== null && { pausedSince: restoredAt.toISOString() }),
    next: await nextOf(pattern),
    ...(creditNotePattern !== undefined && { nextCreditNote: await nextOf(creditNotePattern) }),
  }
}

function startOf({ starts = [] }: Numbering, name: string): number {
  return starts.find(({ series }) => series === name)?.at ?? 1
}

/**
 * The series from which an invoice of a company gets its number; null: it has a number of its own,
 * as has the invoice of another supplier and one that the customer issues.
 */
export function seriesOfInvoice(company: Candidate, country: Country, invoice: InvoiceRequest): InvoiceSeries | null {
  const { id: companyId, numbering } = company
  if (numbering === null || issuerOf(country, invoice) !== 'supplier') return null
  if (!isSupplier(company, invoice.supplier)) return null
  const { pattern, creditNotePattern = pattern } = numbering
  const series = seriesOf(invoice.invoiceType === 'credit_note' ? creditNotePattern : pattern, invoice.issueDate)
  return {
    companyId,
    series,
    start: startOf(numbering, series.name),
    longest: formOf(country).longest,
    setAt: numbering.setAt,
  }
}

/**
 * Refuses a document of a company whose number the company's series assigns: it would exist twice.
 */
export function refuseNumberOfSeries(company: Candidate, country: Country, invoice: InvoiceRequest): void {
  if (company.numbering === null || seriesOfInvoice(company, country, invoice) === null) return
  const { pattern, creditNotePattern = pattern } = company.numbering
  for (const each of new Set([pattern, creditNotePattern])) {
    if (counterIn(seriesOf(each, invoice.issueDate), invoice.number) === null) continue
    throw invalidField(
      'number',
      `${invoice.number} is one that the company's number series ${each} assigns; give the document another number, ` +
        `or remove the series with DELETE /v1/companies/${company.id}/numbering`,
    )
  }
}

/** Refuses a number in the request for an invoice that gets one from a series. */
export function refuseOwnNumber({ companyId, series }: InvoiceSeries, number: string | undefined): void {
  if (number === undefined) return
  throw invalidField(
    'number',
    `is assigned by the company's number series (${series.name}); leave it out, ` +
      `or remove the series with DELETE /v1/companies/${companyId}/numbering`,
  )
}
