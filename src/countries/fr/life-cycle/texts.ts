import type { RuleTable } from '../../../einvoice/rules/catalogue/rule-catalogue.js'
import { trimmed } from '../../../einvoice/xml/white-space.js'
import {
  ACTIONS,
  CHARACTERISTICS,
  PARTIES,
  PROCESSES,
  REASONS_OF_PUBLIC_REFUSAL,
  REASONS_OF_STATUS,
  RECIPIENTS,
  SENDERS,
  STATUS_CODES,
} from './codes.js'

/** The rules of BR-FR-CDV. See `RuleTable` for the form. */
export const LIFE_CYCLE_TEXTS: RuleTable = () =>
  [
    OWN,
    ...STATUSES_WITH_REASONS.map(([status, name]) => {
      const reasons = anyOf(REASONS_OF_STATUS.get(status) ?? new Set())
      return `BR-FR-CDV-CL-09_MDT-113_${status} | | The reason {} (MDT-113) is not one of the status ${status}, ${name} | Write ${reasons} as ram:ReasonCode`
    }),
  ].join('\n')

const STATUSES_WITH_REASONS: readonly (readonly [status: string, name: string])[] = [
  ['200', 'deposited'],
  ['213', 'rejected by a platform'],
  ['210', 'refused by the buyer'],
  ['207', 'disputed'],
  ['206', 'approved in part'],
  ['208', 'suspended'],
  ['221', 'routing error'],
  ['501', 'inadmissible'],
]

/** The codes of a list in a sentence. */
function anyOf(values: ReadonlySet<string>): string {
  const all = [...values]
  return all.length === 1 ? all.join('') : `${all.slice(0, -1).join(', ')} or ${all.at(-1) ?? ''}`
}

const OWN = trimmed(`
BR-FR-04_MDT-91 | | The type {} of the invoice (MDT-91) is not allowed in France | Write the type of the invoice (BT-3), for example 380 for an invoice or 381 for a credit note, as ram:TypeCode
BR-FR-CDV-02_MDT-3 | | The guideline of the message (MDT-3) is not that of a life-cycle message | Write urn.cpro.gouv.fr:1p0:CDV:invoice as the ID of ram:GuidelineSpecifiedDocumentContextParameter; urn.cpro.gouv.fr:1p0:CDV:einvoicingF2 is for a message to the state alone (0238, 0000, DFH)
BR-FR-CDV-03_MDT-4 | | The message has no identifier (MDT-4) | Write ram:ID into the ExchangedDocument, another one in each message
BR-FR-CDV-07_MDT-38_yes | | The party that sets the status has no identifier (MDT-38), and the message belongs to the treatment of the invoice (23) | Write its SIREN as ram:GlobalID with the schemeID 0002 into ram:IssuerTradeParty
BR-FR-CDV-08_MDT-73 | | A recipient that is neither a platform (WK) nor the state (DFH) has no electronic address (MDT-73) | Write its address, in France the SIREN with the schemeID 0225, as ram:URIID into ram:URIUniversalCommunication
BR-FR-CDV-09_MDT-77 | | The phase {} (MDT-77) is not defined | Write 305 for a status of the transmission, which platforms set, or 23 for one of seller or buyer, as ram:TypeCode of the AcknowledgementDocument
BR-FR-CDV-11_MDG-35 | | The issue date of the invoice (MDG-35) is missing | Write the date (BT-2) into ram:FormattedIssueDateTime; only an inadmissible invoice (501) may lack it
BR-FR-CDV-12_MDT-105 | | The status of the invoice (MDT-105) is missing | Write its code, for example 212 for a received payment, as ram:ProcessConditionCode
BR-FR-CDV-13_MDT-129 | | The seller of the invoice has no identifier (MDT-129), or an empty one | Write the seller's legal identifier in the invoice (BT-30) as ram:GlobalID into ram:IssuerTradeParty; only an inadmissible invoice (501) may lack it
BR-FR-CDV-13_MDT-129-2 | | The seller of the invoice has no SIREN (MDT-129 with the scheme 0002) | Write the SIREN as ram:GlobalID with the schemeID 0002 into ram:IssuerTradeParty; only a seller that is not subject to VAT, or an inadmissible invoice (501), may lack it | warning
BR-FR-CDV-14_MDT-207 | | The status 212 reports a payment, but no received amount (MEN), or one without the amount or the VAT rate | Write a ram:SpecifiedDocumentCharacteristic with the type MEN, ram:ValueAmount and ram:ValuePercent for each VAT rate
BR-FR-CDV-15_MDT-113 | | The status {} needs a reason (MDT-113) | Write ram:ReasonCode into a ram:SpecifiedDocumentStatus of the invoice
BR-FR-CDV-16_MDT-124-2 | | A detail of the status has no number (MDT-124-2) | Number the details of an invoice, beginning with 1, as ram:SequenceNumeric
BR-FR-CDV-CL-01_MDT-2 | | The kind of the transaction (MDT-2) is not in the list, or too long in a message to the state alone | Write ${anyOf(PROCESSES)} as the ID of ram:BusinessProcessSpecifiedDocumentContextParameter; to the state alone the business process of the invoice (BT-23), of at most 3 characters
BR-FR-CDV-CL-02_MDT-21_305 | | A message of the transmission (305) is not sent by a platform (MDT-21) | Write WK as ram:RoleCode of the sender
BR-FR-CDV-CL-02_MDT-21_23 | | The role of the sender (MDT-21) is not one of the treatment of an invoice (23) | Write ${anyOf(SENDERS)} as ram:RoleCode of the sender
BR-FR-CDV-CL-03_MDT-40_305 | | The status of a transmission (305) is not set by a platform (MDT-40) | Write WK as ram:RoleCode of the issuer
BR-FR-CDV-CL-03_MDT-40_23 | | The role of the party that sets the status (MDT-40) is not one of the treatment of an invoice (23) | Write ${anyOf(PARTIES)} as ram:RoleCode of the issuer
BR-FR-CDV-CL-04_MDT-59 | | The role {} of a recipient (MDT-59) is not defined | Write ${anyOf(RECIPIENTS)} as ram:RoleCode of the recipient
BR-FR-CDV-CL-05_MDT-88_305 | | The code of the document's status (MDT-88) is not one of the transmission (305) | Write ${anyOf(STATUS_CODES['305'])} as ram:StatusCode, or leave it out
BR-FR-CDV-CL-05_MDT-88_23 | | The code of the document's status (MDT-88) is not one of the treatment (23) | Write ${anyOf(STATUS_CODES['23'])} as ram:StatusCode, or leave it out
BR-FR-CDV-CL-06_MDT-105 | | The status {} of the invoice (MDT-105) is not in the list | Write a status of XP Z12-012, for example 212, unless both platforms have agreed on this one | warning
BR-FR-CDV-CL-06_MDT-115 | | The status {} of a detail (MDT-115) is not in the list | Write a status of XP Z12-012, for example 212, unless both platforms have agreed on this one | warning
BR-FR-CDV-CL-07_MDT-132 | | The role {} of the invoice's issuer (MDT-132) is not that of the seller | Write SE as ram:RoleCode
BR-FR-CDV-CL-08_MDT-158 | | The role {} of a recipient of the invoice (MDT-158) is not defined | Write ${anyOf(RECIPIENTS)} as ram:RoleCode
BR-FR-CDV-CL-09_MDT-113 | | The reason {} (MDT-113) is not in the list | Write a reason of the status as ram:ReasonCode, for example ${[...(REASONS_OF_STATUS.get('210') ?? [])].slice(0, 3).join(', ')} for a refusal (210)
BR-FR-CDV-CL-09_MDT-113_210B2G | | The public sector does not refuse an invoice (210) for the reason {} (MDT-113) | Write ${anyOf(REASONS_OF_PUBLIC_REFUSAL)} as ram:ReasonCode
BR-FR-CDV-CL-10_MDT-121 | | The requested action {} (MDT-121) is not in the list | Write ${anyOf(ACTIONS)} as ram:RequestedActionCode
BR-FR-CDV-CL-11_MDT-207 | | The kind {} of an amount or a value (MDT-207) is not in the list | Write ${anyOf(CHARACTERISTICS)} as ram:TypeCode
`)
