import { along, type Assertions, inContext, type Test } from '../../../einvoice/rules/bindings/binding.js'
import { all, has, is, plain } from '../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import { OCTOBER } from '../editions.js'
import {
  ACTIONS,
  CHARACTERISTICS,
  INVOICE_TYPES,
  PARTIES,
  PROCESSES,
  REASONS,
  REASONS_OF_PUBLIC_REFUSAL,
  REASONS_OF_STATUS,
  RECIPIENTS,
  SENDERS,
  STATUS_CODES,
  STATUSES,
  WITH_REASON,
} from './codes.js'

const EXCHANGED = 'cdar:ExchangedDocument'
const ACKNOWLEDGEMENT = 'cdar:AcknowledgementDocument'
const REFERENCED = `${ACKNOWLEDGEMENT}/ram:ReferenceReferencedDocument`
const DETAIL = `${REFERENCED}/ram:SpecifiedDocumentStatus`
const STATUS = 'ram:ProcessConditionCode'

/**
 * BR-FR-CDV: the rules for life-cycle messages, as FNFE-MPE's schematron has them. Of October 2026
 * only the text of BR-FR-CDV-15 differs, besides BR-FR-CDV-13 and BR-FR-CDV-CL-09.
 */
export function lifeCycleRules(edition: string): readonly Assertions[] {
  return edition < OCTOBER ? [...ALWAYS, ...AUGUST_RULES] : [...ALWAYS, ...OCTOBER_RULES]
}

/** `a = b`, true for any of several. */
function isOneOf(from: XmlElement, path: string, values: ReadonlySet<string>): boolean {
  return all(from, path).some(({ stringValue }) => values.has(stringValue))
}

/** `a != 'value'`, true for any of several, and never if there is none. */
function isAnother(from: XmlElement, path: string, value: string): boolean {
  return all(from, path).some(({ stringValue }) => stringValue !== value)
}

function listed(values: ReadonlySet<string>): Test {
  return ({ stringValue }) => values.has(stringValue)
}

function rootOf(element: XmlElement): XmlElement {
  let at = element
  while (at.parent !== null) at = at.parent
  return at
}

/** An element of the message beside this one: `../a`. */
function beside(element: XmlElement, path: string): readonly XmlElement[] {
  return element.parent === null ? [] : all(element.parent, path)
}

function isInPhase(document: XmlElement, phase: string): boolean {
  return beside(document, `${ACKNOWLEDGEMENT}/ram:TypeCode`).some(({ stringValue }) => stringValue === phase)
}

/** Whether only the state's portal receives the message (PPF). */
function isForTheState(context: XmlElement): boolean {
  const ids = beside(context, `${EXCHANGED}/ram:RecipientTradeParty/ram:GlobalID`)
  const roles = beside(context, `${EXCHANGED}/ram:RecipientTradeParty/ram:RoleCode`)
  return (
    ids.length === 1 &&
    ids.some((id) => id.attribute('schemeID') === '0238' && id.stringValue === '0000') &&
    roles.some(({ stringValue }) => stringValue === 'DFH')
  )
}

/** Whether an invoice of the message, not only this one, is inadmissible. */
function hasInadmissible(element: XmlElement): boolean {
  return is(rootOf(element), `${REFERENCED}/${STATUS}`, '501')
}

const SENDER_IDS = along(`${EXCHANGED}/ram:SenderTradeParty/ram:GlobalID`)

const isPublicSender = (id: XmlElement): boolean =>
  id.attribute('schemeID') === '0238' && id.stringValue === PUBLIC_SENDER

/** The number of Chorus Pro, which sends the decisions of the public sector. */
const PUBLIC_SENDER = '9999'

/** Whether a detail belongs to a status: its own, or else that of the invoice. */
function isOfOtherStatus(reason: XmlElement, status: string): boolean {
  const detail = reason.parent
  const document = detail?.parent
  if (detail === null || document === null || document === undefined) return false
  const isOwn = isAnother(detail, STATUS, status)
  return (
    (isAnother(document, STATUS, status) && (!has(detail, STATUS) || isOwn)) || (is(document, STATUS, status) && isOwn)
  )
}

/** BR-FR-CDV-CL-09 for a status. */
function reasonOf(status: string, mayBeOther: (reason: XmlElement) => boolean = () => false): Test {
  const reasons = REASONS_OF_STATUS.get(status) ?? new Set()
  return (reason) => isOfOtherStatus(reason, status) || mayBeOther(reason) || reasons.has(reason.stringValue)
}

/**
 * BR-FR-CDV-CL-09 for refusals of the public sector.
 * @param isPrivate by the ids of the sender
 */
function publicRefusal(isPrivate: (senders: readonly XmlElement[]) => boolean): Test {
  return (reason, document) => {
    if (isOfOtherStatus(reason, '210')) return true
    const senders = SENDER_IDS(document)
    if (senders.length === 0 || isPrivate(senders)) return true
    return senders.some(isPublicSender) && REASONS_OF_PUBLIC_REFUSAL.has(reason.stringValue)
  }
}

const ALWAYS: readonly Assertions[] = [
  inContext(along(`${REFERENCED}/ram:TypeCode`), { 'BR-FR-04_MDT-91': listed(INVOICE_TYPES) }),
  inContext(along('cdar:CrossDomainAcknowledgementAndResponse/cdar:ExchangedDocumentContext'), {
    'BR-FR-CDV-02_MDT-3'(context) {
      const guideline = 'ram:GuidelineSpecifiedDocumentContextParameter/ram:ID'
      if (is(context, guideline, 'urn.cpro.gouv.fr:1p0:CDV:invoice')) return true
      return is(context, guideline, 'urn.cpro.gouv.fr:1p0:CDV:einvoicingF2') && isForTheState(context)
    },
    'BR-FR-CDV-CL-01_MDT-2'(context) {
      const process = 'ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID'
      return isForTheState(context) ? plain(context, process).length <= 3 : isOneOf(context, process, PROCESSES)
    },
  }),
  inContext(along(EXCHANGED), {
    'BR-FR-CDV-03_MDT-4': (document) => has(document, 'ram:ID'),
    ...partyInPhase('BR-FR-CDV-CL-02_MDT-21', 'ram:SenderTradeParty/ram:RoleCode', SENDERS),
    ...partyInPhase('BR-FR-CDV-CL-03_MDT-40', 'ram:IssuerTradeParty/ram:RoleCode', PARTIES),
  }),
  inContext(along(`${EXCHANGED}/ram:IssuerTradeParty`), {
    'BR-FR-CDV-07_MDT-38_yes'(issuer) {
      const document = issuer.parent
      const types = document === null ? [] : beside(document, `${ACKNOWLEDGEMENT}/ram:TypeCode`)
      return types.some(({ stringValue }) => stringValue !== '23') || has(issuer, 'ram:GlobalID')
    },
  }),
  inContext(along(`${EXCHANGED}/ram:RecipientTradeParty`), {
    'BR-FR-CDV-08_MDT-73': (recipient) =>
      isOneOf(recipient, 'ram:RoleCode', WITHOUT_ADDRESS) || has(recipient, 'ram:URIUniversalCommunication/ram:URIID'),
  }),
  inContext(along(`${EXCHANGED}/ram:RecipientTradeParty/ram:RoleCode`), {
    'BR-FR-CDV-CL-04_MDT-59': listed(RECIPIENTS),
  }),
  inContext(along(`${ACKNOWLEDGEMENT}/ram:TypeCode`), { 'BR-FR-CDV-09_MDT-77': listed(new Set(['23', '305'])) }),
  inContext(along(REFERENCED), {
    'BR-FR-CDV-11_MDG-35': (document) => has(document, 'ram:FormattedIssueDateTime') || hasInadmissible(document),
    'BR-FR-CDV-12_MDT-105': (document) => has(document, STATUS),
    'BR-FR-CDV-14_MDT-207'(document) {
      if (!is(document, STATUS, '212')) return true
      const received = all(document, 'ram:SpecifiedDocumentStatus/ram:SpecifiedDocumentCharacteristic').filter((each) =>
        is(each, 'ram:TypeCode', 'MEN'),
      )
      return (
        received.length > 0 && received.every((each) => has(each, 'ram:ValueAmount') && has(each, 'ram:ValuePercent'))
      )
    },
    ...statusInPhase('305'),
    ...statusInPhase('23'),
  }),
  inContext(along(`${REFERENCED}/${STATUS}`), {
    'BR-FR-CDV-15_MDT-113': (status) =>
      !WITH_REASON.has(status.stringValue) || beside(status, 'ram:SpecifiedDocumentStatus/ram:ReasonCode').length > 0,
    'BR-FR-CDV-CL-06_MDT-105': listed(STATUSES),
  }),
  inContext(along(DETAIL), { 'BR-FR-CDV-16_MDT-124-2': (detail) => has(detail, 'ram:SequenceNumeric') }),
  inContext(along(`${DETAIL}/${STATUS}`), { 'BR-FR-CDV-CL-06_MDT-115': listed(STATUSES) }),
  inContext(along(`${REFERENCED}/ram:IssuerTradeParty/ram:RoleCode`), {
    'BR-FR-CDV-CL-07_MDT-132': listed(new Set(['SE'])),
  }),
  inContext(along(`${REFERENCED}/ram:RecipientTradeParty/ram:RoleCode`), {
    'BR-FR-CDV-CL-08_MDT-158': listed(RECIPIENTS),
  }),
  inContext(along(`${DETAIL}/ram:ReasonCode`), {
    'BR-FR-CDV-CL-09_MDT-113': listed(REASONS),
    'BR-FR-CDV-CL-09_MDT-113_200': reasonOf('200'),
    'BR-FR-CDV-CL-09_MDT-113_213': reasonOf('213'),
    'BR-FR-CDV-CL-09_MDT-113_210': reasonOf('210', (reason) =>
      all(rootOf(reason), `${EXCHANGED}/ram:SenderTradeParty/ram:GlobalID`).some(isPublicSender),
    ),
    'BR-FR-CDV-CL-09_MDT-113_207': reasonOf('207'),
    'BR-FR-CDV-CL-09_MDT-113_206': reasonOf('206'),
    'BR-FR-CDV-CL-09_MDT-113_208': reasonOf('208'),
    'BR-FR-CDV-CL-09_MDT-113_221': reasonOf('221'),
    'BR-FR-CDV-CL-09_MDT-113_501': reasonOf('501'),
  }),
  inContext(along(`${DETAIL}/ram:RequestedActionCode`), { 'BR-FR-CDV-CL-10_MDT-121': listed(ACTIONS) }),
  inContext(along(`${DETAIL}/ram:SpecifiedDocumentCharacteristic/ram:TypeCode`), {
    'BR-FR-CDV-CL-11_MDT-207': listed(CHARACTERISTICS),
  }),
]

/** Roles of recipients without an electronic address: platforms and the state. */
const WITHOUT_ADDRESS: ReadonlySet<string> = new Set(['WK', 'DFH'])

/** While platforms transmit an invoice, only they speak; then the parties do. */
function partyInPhase(id: string, role: string, parties: ReadonlySet<string>): Readonly<Record<string, Test>> {
  return {
    [`${id}_305`]: (document) => !isInPhase(document, '305') || is(document, role, 'WK'),
    [`${id}_23`]: (document) => !isInPhase(document, '23') || isOneOf(document, role, parties),
  }
}

/** BR-FR-CDV-CL-05. */
function statusInPhase(phase: '305' | '23'): Readonly<Record<string, Test>> {
  return {
    [`BR-FR-CDV-CL-05_MDT-88_${phase}`]: (document) =>
      beside(document, 'ram:TypeCode').some(({ stringValue }) => stringValue !== phase) ||
      isOneOf(document, 'ram:StatusCode', STATUS_CODES[phase]) ||
      !has(document, 'ram:StatusCode'),
  }
}

const ISSUER = along(`${REFERENCED}/ram:IssuerTradeParty`)
const REASON = along(`${DETAIL}/ram:ReasonCode`)

const AUGUST_RULES: readonly Assertions[] = [
  inContext(ISSUER, {
    'BR-FR-CDV-13_MDT-129': (issuer) => has(issuer, 'ram:GlobalID') || hasInadmissible(issuer),
  }),
  inContext(REASON, {
    // A number of another scheme than 0238 compares with nothing, so its sender counts as public.
    'BR-FR-CDV-CL-09_MDT-113_210B2G': publicRefusal((senders) =>
      senders.some((id) => id.attribute('schemeID') === '0238' && id.stringValue !== PUBLIC_SENDER),
    ),
  }),
]

const OCTOBER_RULES: readonly Assertions[] = [
  inContext(ISSUER, {
    'BR-FR-CDV-13_MDT-129': (issuer) => isFilled(all(issuer, 'ram:GlobalID')) || isInadmissible(issuer),
    'BR-FR-CDV-13_MDT-129-2': (issuer) =>
      isFilled(all(issuer, 'ram:GlobalID').filter((id) => id.attribute('schemeID') === '0002')) ||
      isInadmissible(issuer),
  }),
  inContext(REASON, {
    'BR-FR-CDV-CL-09_MDT-113_210B2G': publicRefusal((senders) => !senders.some(isPublicSender)),
  }),
]

function isFilled(ids: readonly XmlElement[]): boolean {
  return ids.some(({ stringValue }) => stringValue !== '')
}

/** Whether the invoice of this issuer is inadmissible. */
function isInadmissible(issuer: XmlElement): boolean {
  return beside(issuer, STATUS).some(({ stringValue }) => stringValue === '501')
}
