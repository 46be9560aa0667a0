import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import { FACTUR_X_LEVELS } from '../../einvoice/rules/factur-x.js'
import { XRECHNUNG_ID } from '../../einvoice/rules/peppol/german-facts.js'
import { PEPPOL_BILLING, PEPPOL_SELF_BILLING } from '../../einvoice/rules/peppol/specification.js'
import type { Addressed, ParticipantOutcome, ReceivingOutcome } from '../gateway/gateway.js'
import { documentTypeId } from './document-type.js'
import { participantId } from './participant.js'
import { documentTypeOf, suitedFormat } from './receiving.js'
import { inOrder } from './self-billing.js'

/** A participant whose identifier contains this is not registered in the simulated network. */
const UNREGISTERED = 'SIM-UNREGISTERED'
/** One whose identifier contains this accepts documents of this syntax only. */
const ONLY = { ubl: 'SIM-UBL-ONLY', cii: 'SIM-CII-ONLY' } as const

const UBL = [PEPPOL_BILLING, PEPPOL_SELF_BILLING, XRECHNUNG_ID].flatMap((specification) => [
  documentTypeId('ubl:Invoice', specification),
  documentTypeId('cn:CreditNote', specification),
])
const CII = [documentTypeId('rsm:CrossIndustryInvoice', XRECHNUNG_ID)]

/** One whose identifier contains this also accepts the profiles of ZUGFeRD. */
const ZUGFERD = 'SIM-ZUGFERD'
const ZUGFERD_TYPES = [FACTUR_X_LEVELS['EN 16931'], FACTUR_X_LEVELS.EXTENDED].map((specification) =>
  documentTypeId('rsm:CrossIndustryInvoice', specification),
)

/**
 * The simulated network's look-up of a participant: all support Peppol BIS Billing and
 * Self-Billing 3.0 and XRechnung 3.0, unless their identifier says otherwise.
 */
export function simulatedParticipant(id: string): ParticipantOutcome {
  const name = id.toUpperCase()
  if (name.includes(UNREGISTERED)) return { kind: 'unregistered' }
  const documentTypes = [
    ...(name.includes(ONLY.cii) ? [] : UBL),
    ...(name.includes(ONLY.ubl) ? [] : CII),
    ...(name.includes(ZUGFERD) ? ZUGFERD_TYPES : []),
  ]
  return { kind: 'registered', documentTypes }
}

/**
 * Which formats the receiver of an invoice accepts: all, unless its identifier says otherwise, but
 * a profile of ZUGFeRD only if it says so.
 */
export async function simulatedReceiver(
  { invoice, formats, xml }: Addressed,
  modelOf: (invoice: InvoiceRequest) => Invoice,
): Promise<ReceivingOutcome> {
  const model = modelOf({ ...invoice, lines: [] })
  const [, { electronicAddress }] = inOrder(invoice, model)
  const receiver = participantId(electronicAddress ?? { value: 'unknown' })
  const isLimited = Object.values(ONLY).some((word) => receiver.toUpperCase().includes(word))
  const outcome = simulatedParticipant(receiver)
  const isZugferd = invoice.profile === 'en16931' || invoice.profile === 'extended'
  if (!(isLimited || isZugferd) || outcome.kind !== 'registered') return { kind: 'suits', format: null }
  const posted = xml === null ? null : documentTypeOf(model, invoice.format)
  return suitedFormat({ receiver, invoice, formats, posted, modelOf }, outcome.documentTypes)
}
