import { countryOf } from '../src/countries/registry.js'
import { EXTENDED_CTC_FR_ID } from '../src/countries/fr/profile.js'
import { profileOfRequest } from '../src/countries/judging/profiles.js'
import type { InvoiceRequest } from '../src/domain/request/invoice-request.js'
import { Refusal } from '../src/domain/refusal.js'
import { acceptInvoice, type InvoiceAndAttachments, invoicingCountry } from '../src/documents/intake/accept-invoice.js'
import { compileCheck } from '../src/documents/intake/check.js'
import { InvoiceBody } from '../src/documents/intake/schemas/invoice-input.js'
import type { Detail } from '../src/domain/refusal.js'
import { type Body, type Combination, type Graft, grafted } from '../test/support/random/combinations.js'
import { TODAY } from '../test/support/random/invoice.js'
import type { Oracle, OracleProfile } from '../test/support/oracle.js'
import { judgedAs } from './editions-by-day.js'

const check = compileCheck(InvoiceBody)

/** What the service says of a body: the invoice that it accepts, or why it refuses it. */
type Answer =
  | { readonly accepted: InvoiceRequest; readonly attachments: readonly Uint8Array[] }
  | { readonly reasons: readonly Reason[] }

/** A reason of a refusal. */
interface Reason {
  readonly rule: string
  readonly path: string
  readonly message: string
}

/** What the service says of a body. */
function answerTo(body: Body): Answer {
  const details: Detail[] = []
  check(body, '', details)
  if (details.length > 0) return { reasons: details.map(({ path, message }) => ({ rule: '400', path, message })) }
  const read = accept(body as unknown as InvoiceBody)
  if ('reasons' in read) return read
  const { findings, valid } = invoicingCountry(read.accepted, countryOf).invoicing.validate(read.accepted, {
    today: TODAY,
  })
  if (valid) return { accepted: read.accepted, attachments: read.attachments.map(({ bytes }) => bytes) }
  const fatal = findings.filter(({ severity }) => severity === 'fatal')
  return { reasons: fatal.map(({ rule, path, message, fix }) => ({ rule, path, message: fix === '' ? '' : message })) }
}

function accept(body: InvoiceBody): InvoiceAndAttachments | { readonly reasons: readonly Reason[] } {
  try {
    invoicingCountry(body, countryOf)
    return acceptInvoice(body, {
      countryOf,
      now: new Date(`${TODAY}T12:00:00Z`),
      invoiceId: 'random',
      environment: null,
      preceding: body.precedingInvoice as InvoiceRequest['precedingInvoice'],
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { reasons: error.details.map(({ path, message }) => ({ rule: '400', path, message })) }
  }
}

/** The outcome of a combination. */
interface Outcome {
  /** The invoice with those of its grafts that the service accepts. */
  readonly body: Body
  readonly kept: readonly Graft[]
  /** Whether the service accepts it: not even its base, otherwise. */
  readonly isAccepted: boolean
  /** How often the service has refused a graft. */
  readonly refusals: number
  /** What is wrong: rules of the official artefacts, or a refusal that names no field. */
  readonly faults: readonly string[]
}

/**
 * Puts as many grafts into an invoice as the service accepts, and asks the official judge about
 * its document.
 */
export async function judgeCombination({ base, grafts }: Combination, oracle: Oracle): Promise<Outcome> {
  const kept: Graft[] = []
  const silent: string[] = []
  let refusals = 0
  let body = grafted(base, [])
  let answer = answerTo(body)
  for (const graft of 'reasons' in answer ? [] : grafts) {
    const tried = grafted(base, [...kept, graft])
    const found = answerTo(tried)
    if ('reasons' in found) {
      refusals += 1
      silent.push(...unclearIn(found.reasons).map((fault) => `${fault} ${JSON.stringify(tried)}`))
    } else {
      kept.push(graft)
      body = tried
      answer = found
    }
  }
  if ('reasons' in answer) {
    return { body, kept, isAccepted: false, refusals: 1, faults: unclearIn(answer.reasons) }
  }
  return { body, kept, isAccepted: true, refusals, faults: [...silent, ...(await officialFaults(answer, oracle))] }
}

/** The refusals that name no field or say no remedy. */
function unclearIn(reasons: readonly Reason[]): readonly string[] {
  if (reasons.length === 0) return ['is refused without a reason']
  return reasons
    .filter(({ path, message }) => path === '' || message === '')
    .map(({ rule, message }) => `${rule} names no field or no remedy: ${message}`)
}

/** The official rules that refuse the document of an accepted invoice. */
async function officialFaults(
  answer: Extract<Answer, { accepted: unknown }>,
  oracle: Oracle,
): Promise<readonly string[]> {
  const xml = documentOf(answer)
  if (xml instanceof Error) return [`can't be written: ${xml.message}`]
  const faults: string[] = []
  for (const { profile, holds } of judgesOf(answer.accepted, xml))
    for (const { id, flag, location, text } of await oracle.judge(profile, xml))
      if (flag === 'fatal' && holds(id)) faults.push(`${profile}: ${id} ${location} ${text}`)
  return faults
}

function documentOf({ accepted, attachments }: Extract<Answer, { accepted: unknown }>): string | Error {
  try {
    const { invoicing } = invoicingCountry(accepted, countryOf)
    return invoicing.convert(accepted, attachments, new Date(`${TODAY}T12:00:00Z`)).xml
  } catch (error) {
    return error as Error
  }
}

/** A set of official artefacts, and which of its rules hold for a document. */
interface Judge {
  readonly profile: OracleProfile
  readonly holds: (id: string) => boolean
}

const all = (profile: OracleProfile): Judge => ({ profile, holds: () => true })

/** ZUGFeRD at the level EN 16931: Factur-X has a newer schema than the standard. */
const EN_16931_IN_FACTUR_X: readonly Judge[] = [all('fx'), { profile: 'en', holds: (id) => !id.startsWith('XSD') }]

/** The sets of official artefacts that a document must satisfy. */
function judgesOf(accepted: InvoiceRequest, xml: string): readonly Judge[] {
  const name = profileOfRequest(accepted)?.name ?? accepted.country.toLowerCase()
  // The reform's rules do not hold for Chorus Pro.
  if (name === 'fr-chorus')
    return xml.includes(EXTENDED_CTC_FR_ID)
      ? [{ profile: 'fr-next', holds: (id) => !id.startsWith('BR-FR-') }]
      : [all('en')]
  // Without a profile, what an XRechnung has no room for becomes another.
  if (name === 'de' && !xml.includes('xrechnung')) return xml.includes('extended') ? [all('fx')] : EN_16931_IN_FACTUR_X
  // There is no official artefact of the simplified FatturaPA here.
  if (name === 'it-simplified') return []
  if (name === 'factur-x-en16931') return EN_16931_IN_FACTUR_X
  return [all(judgedAs({ profile: name }))]
}

/** The fewest of the grafts with which an invoice still has a fault of the official artefacts. */
export async function shrunk(base: Body, kept: readonly Graft[], oracle: Oracle): Promise<Body> {
  let least = kept
  for (const graft of kept) {
    const without = least.filter((each) => each !== graft)
    const answer = answerTo(grafted(base, without))
    if (!('reasons' in answer) && (await officialFaults(answer, oracle)).length > 0) least = without
  }
  return grafted(base, least)
}
