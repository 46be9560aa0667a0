import type { Identifier } from '../einvoice/model/basics.js'
import type { Party } from '../einvoice/model/parties.js'
import { UnknownDocument } from '../einvoice/syntax/invoice-document.js'
import { readInvoice } from '../einvoice/syntax/read-invoice.js'
import { RefusedXml } from '../einvoice/xml/refused-xml.js'
import type { MessageReader } from './gateway/message-reader.js'
import { readBusinessDocument } from './peppol/access-point/business-document.js'

/** A party of an answered invoice. */
export interface AnsweredParty {
  readonly name: string
  /** BT-31 or BT-48; null: none. */
  readonly vatNumber: string | null
  /** BT-34 or BT-49; null: none. */
  readonly electronicAddress: Identifier | null
  /** BT-30 or BT-47; null: none. */
  readonly registration: Identifier | null
}

/** What an answer has to name of the invoice that it answers. */
export interface AnsweredDocument {
  /** BT-1. */
  readonly number: string
  /** BT-2, `YYYY-MM-DD`. */
  readonly issueDate: string
  /** BT-3, UNTDID 1001. */
  readonly typeCode: string
  readonly seller: AnsweredParty
  readonly buyer: AnsweredParty
  /** Sender and receiver in the Peppol network (`participantId`); null: it came by another way. */
  readonly network: { readonly sender: string; readonly receiver: string } | null
}

/**
 * Reads what an answer has to name of a UBL or Cross Industry Invoice, bare or in the envelope of
 * the Peppol network; null: it is neither.
 */
export const ANSWERED_DOCUMENT: MessageReader<null, AnsweredDocument | null> = {
  name: 'answered document',
  read(bytes) {
    try {
      const { envelope, invoice } = readBusinessDocument(bytes)
      if (invoice === null) return null
      const { number, issueDate, typeCode, seller, buyer } = readInvoice(invoice).invoice
      const network = envelope && { sender: envelope.sender, receiver: envelope.receiver }
      return { number, issueDate, typeCode, seller: partyOf(seller), buyer: partyOf(buyer), network }
    } catch (error) {
      if (error instanceof RefusedXml || error instanceof UnknownDocument) return null
      throw error
    }
  },
}

function partyOf({ name, vatIdentifier, electronicAddress, legalRegistration }: Party): AnsweredParty {
  return {
    name,
    vatNumber: vatIdentifier ?? null,
    electronicAddress: electronicAddress ?? null,
    registration: legalRegistration ?? null,
  }
}
