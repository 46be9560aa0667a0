import { lazily } from '../../domain/lazily.js'
import { judgeXml } from '../../countries/judging/judge-xml.js'
import { profileOfRequest } from '../../countries/judging/profiles.js'
import { COUNTRIES, countryOf } from '../../countries/registry.js'
import { todayIn } from '../../domain/calendar.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import { type Detail, Refusal } from '../../domain/refusal.js'
import type { Judgement } from '../../einvoice/rules/judgement.js'
import { acceptInvoice } from '../intake/accept-invoice.js'
import { compileCheck } from '../intake/check.js'
import { InvoiceBody } from '../intake/schemas/invoice-input.js'
import type { ConvertOptions, ResultVerdict, Source } from './conversion.js'
import type { ReadSource } from './source.js'

const checkBody = lazily(() => compileCheck(InvoiceBody))

/** Judges the result as the API would: the document, or the JSON. */
export function verdictOn(
  document: string,
  { to, now }: ConvertOptions,
  country: CountryCode | undefined,
): ResultVerdict {
  if (to !== 'json') return { of: 'xml', judgement: judgeXml(Buffer.from(document, 'utf8'), { country, now }) }
  const body = JSON.parse(document) as InvoiceBody
  const details: Detail[] = []
  checkBody()(body, '', details)
  const { country: ofBody, selfBilled, profile: asked, documentType } = body
  const profile =
    profileOfRequest({
      country: ofBody,
      ...(selfBilled === true && { selfBilled }),
      ...(asked !== undefined && { profile: asked }),
      ...(documentType !== undefined && { documentType }),
    })?.name ?? null
  return { of: 'json', profile, judgement: details.length > 0 ? unfit(details) : judged(body, now) }
}

/** Whether a result passes its rules. */
export function isValid({ judgement }: ResultVerdict): boolean {
  return judgement.valid
}

/** Whether the source passes the rules of its own country or profile. */
export function isValidSource(source: Source, { country, request }: ReadSource, now: Date): boolean {
  if (source.kind === 'xml') return judgeXml(source.xml, { now }).valid
  if (country === undefined || request === undefined) return false
  const { invoicing, timeZone } = COUNTRIES[country]
  return invoicing?.validate(request, { today: todayIn(timeZone, now) }).valid === true
}

function judged(body: InvoiceBody, now: Date): Judgement {
  const { invoicing, timeZone } = COUNTRIES[body.country]
  const preceding = body.precedingInvoice as Parameters<typeof acceptInvoice>[1]['preceding']
  try {
    const { accepted } = acceptInvoice(body, { countryOf, now, invoiceId: '', environment: null, preceding })
    return invoicing?.validate(accepted, { today: todayIn(timeZone, now) }) ?? unfit([])
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return unfit(error.details)
  }
}

/** The verdict on JSON that the API would refuse. */
function unfit(details: readonly Detail[]): Judgement {
  const findings = details.map(({ path, message }) => {
    return { rule: 'JSON', severity: 'fatal' as const, path, term: '', message, fix: '' }
  })
  return { valid: false, findings, findingsTotal: findings.length, rulesChecked: 0 }
}
