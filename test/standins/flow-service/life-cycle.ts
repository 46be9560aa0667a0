import type { SeenInvoice } from './invoice.js'
import type { Reason } from './options.js'

const LABELS: Readonly<Record<string, string>> = {
  '200': 'Déposée',
  '201': 'Émise',
  '202': 'Reçue',
  '203': 'Mise à disposition',
  '204': 'Prise en charge',
  '205': 'Approuvée',
  '206': 'Approuvée partiellement',
  '207': 'En litige',
  '208': 'Suspendue',
  '210': 'Refusée',
  '211': 'Paiement transmis',
  '213': 'Rejetée',
  '220': 'Annulée',
  '501': 'Irrecevable',
}

/** A life-cycle message, in the form of the examples of FNFE-MPE. */
export function lifeCycle(invoice: SeenInvoice, code: string, reason: Reason | undefined, at: Date): string {
  const time = at.toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const day = invoice.issueDate.replaceAll('-', '')
  const moment = `<udt:DateTimeString format="204">${time}</udt:DateTimeString>`
  const note =
    reason?.note === undefined
      ? ''
      : `<ram:IncludedNote><ram:Content>${escaped(reason.note)}</ram:Content></ram:IncludedNote>`
  const details =
    reason === undefined
      ? ''
      : `<ram:SpecifiedDocumentStatus><ram:ReasonCode>${escaped(reason.code)}</ram:ReasonCode>` +
        `<ram:Reason> ${escaped(reason.label)}</ram:Reason><ram:SequenceNumeric>1</ram:SequenceNumeric>${note}</ram:SpecifiedDocumentStatus>`
  return `\uFEFF<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossDomainAcknowledgementAndResponse
  xmlns:qdt="urn:un:unece:uncefact:data:standard:QualifiedDataType:100"
  xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"
  xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"
  xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossDomainAcknowledgementAndResponse:100">
  <rsm:ExchangedDocument>
    <ram:ID>${escaped(invoice.number)}_${code}_${time}</ram:ID>
    <ram:IssueDateTime>${moment}</ram:IssueDateTime>
    <ram:SenderTradeParty><ram:RoleCode>WK</ram:RoleCode></ram:SenderTradeParty>
  </rsm:ExchangedDocument>
  <rsm:AcknowledgementDocument>
    <ram:MultipleReferencesIndicator><udt:Indicator>false</udt:Indicator></ram:MultipleReferencesIndicator>
    <ram:TypeCode>${['200', '201', '202', '203', '213', '221', '501'].includes(code) ? '305' : '23'}</ram:TypeCode>
    <ram:IssueDateTime>${moment}</ram:IssueDateTime>
    <ram:ReferenceReferencedDocument>
      <ram:IssuerAssignedID>${escaped(invoice.number)}</ram:IssuerAssignedID>
      <ram:TypeCode>380</ram:TypeCode>
      <ram:FormattedIssueDateTime><qdt:DateTimeString format="102">${day}</qdt:DateTimeString></ram:FormattedIssueDateTime>
      <ram:ProcessConditionCode>${code}</ram:ProcessConditionCode>
      <ram:ProcessCondition>${LABELS[code] ?? code}</ram:ProcessCondition>
      <ram:IssuerTradeParty><ram:GlobalID schemeID="0002">${escaped(invoice.seller)}</ram:GlobalID></ram:IssuerTradeParty>
      ${details}
    </ram:ReferenceReferencedDocument>
  </rsm:AcknowledgementDocument>
</rsm:CrossDomainAcknowledgementAndResponse>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
