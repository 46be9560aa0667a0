import type { Party as AcceptedParty } from '../../../domain/request/invoice-request.js'
import type { Invoice } from '../../../einvoice/model/invoice-model.js'
import type { Party } from '../../../einvoice/model/parties.js'
import { SIRET } from '../../../einvoice/request/from-request/parties.js'
import { stageOf } from '../business-process.js'
import { isSiret } from '../chorus-terms.js'

/** ISO 6523 code of the register of companies and establishments. */
const SIRENE = '0002'
/** BT-23 of invoices that the seller submits: not yet paid, already paid. */
const UNPAID = 'A1'
const PAID = 'A2'

/**
 * An invoice as Chorus Pro demands it: its own framework in BT-23, the SIRETs as legal identifiers
 * (BT-30, BT-47) and nowhere else. The note on the processing by a platform (BAR) is left out
 * unless it was sent.
 */
export function chorusInvoice(
  invoice: Invoice,
  { supplier, customer, businessProcess, note = '', notes = [] }: Sent,
): Invoice {
  const isBarSent = note.includes('#BAR#') || notes.some(({ subjectCode }) => subjectCode === 'BAR')
  return {
    ...invoice,
    businessProcess: businessProcess ?? (stageOf(invoice) === 2 ? PAID : UNPAID),
    notes: isBarSent ? invoice.notes : invoice.notes.filter(({ subjectCode }) => subjectCode !== 'BAR'),
    seller: bySiret(invoice.seller, supplier),
    buyer: bySiret(invoice.buyer, customer),
  }
}

interface Sent {
  readonly supplier: AcceptedParty
  readonly customer: AcceptedParty
  readonly businessProcess?: string
  readonly note?: string
  readonly notes?: Invoice['notes']
}

/** A SIRET that was sent as the registration stays as it is. */
function bySiret<Kind extends Party>(party: Kind, { siret }: AcceptedParty): Kind {
  if (siret === undefined || !isSiret(siret) || isSiret(party.legalRegistration?.value)) return party
  return {
    ...party,
    identifiers: party.identifiers.filter(({ scheme, value }) => scheme !== SIRET || value !== siret),
    legalRegistration: { value: siret, scheme: SIRENE },
  }
}
