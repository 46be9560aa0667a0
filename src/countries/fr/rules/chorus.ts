import type { Invoice } from '../../../einvoice/model/invoice-model.js'
import type { SellerParty } from '../../../einvoice/model/parties.js'
import type { CreditTransfer } from '../../../einvoice/model/settlement.js'
import type { Rule } from '../../../einvoice/rules/rule.js'
import { isBlank } from '../../../einvoice/xml/white-space.js'
import { isFramework, isSiret } from '../chorus-terms.js'
import { BUSINESS_RULES } from './business.js'

/** The longest invoice number and file name, in characters. */
const LONGEST_NUMBER = 20
const LONGEST_NAME = 50
/** UNTDID 4461: credit transfers, which need an account. */
const TRANSFERS: ReadonlySet<string> = new Set(['30', '58'])
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

/** What Chorus Pro demands of a document itself, beyond EN 16931. */
export const CHORUS_DEMANDS: readonly Rule[] = [
  {
    id: 'CW-FR-CHORUS-FRAMEWORK',
    terms: ['BT-23'],
    message: 'Chorus Pro rejects the business process {}: it is none of its own (cadre de facturation)',
    fix: 'Write A1 for an invoice, A2 for one that is already paid, or another framework of Chorus Pro (BT-23; in JSON leave out businessProcess); for a platform, which has S1, B1, M1, send customer.chorusPro: false',
    check: ({ businessProcess }, breach) => {
      if (!isFramework(businessProcess)) breach('BT-23', undefined, businessProcess)
    },
  },
  {
    id: 'CW-FR-CHORUS-SIRET',
    terms: ['BT-30', 'BT-47'],
    message: 'Chorus Pro identifies a party by its SIRET, and the legal identifier {} is not one',
    fix: 'Give the SIRET with its 14 digits (supplier.siret, customer.siret), in a document as the legal registration (BT-30, BT-47)',
    check: ({ seller, buyer }, breach) => {
      const ofSeller = seller.legalRegistration?.value
      const ofBuyer = buyer.legalRegistration?.value
      if (isFrench(seller) && !isSiret(ofSeller)) breach('BT-30', undefined, ofSeller)
      if (!isSiret(ofBuyer)) breach('BT-47', undefined, ofBuyer)
    },
  },
  {
    id: 'CW-FR-CHORUS-NUMBER',
    terms: ['BT-1'],
    message:
      'Chorus Pro rejects the invoice number {}: it may have 20 characters at most, letters, digits, blanks and - + _ /',
    fix: 'Give the invoice a number (number) of at most 20 of these characters',
    check: ({ number }, breach) => {
      if ([...number].length > LONGEST_NUMBER || !/^[A-Za-z0-9 +\-_/]*$/.test(number)) breach('BT-1', undefined, number)
    },
  },
  {
    id: 'CW-FR-CHORUS-PAYMENT',
    terms: ['BT-81'],
    message: 'The invoice has no means of payment, which Chorus Pro requires',
    fix: 'Give the means of payment (paymentMeans): bankAccount for a credit transfer, or the code of another means (paymentMeans.code)',
    check: ({ payment }, breach) => {
      if (payment === undefined || isBlank(payment.meansCode)) breach('BT-81')
    },
  },
  {
    id: 'CW-FR-CHORUS-IBAN',
    terms: ['BT-84'],
    message: 'Chorus Pro requires the IBAN of a credit transfer, and the account {} is not one',
    fix: 'Give the IBAN of the account for the payment (paymentMeans.bankAccount)',
    check: ({ payment }, breach) => {
      if (payment === undefined || !TRANSFERS.has(payment.meansCode)) return
      const wrong = payment.transfers.find((transfer) => !hasIban(transfer))
      if (payment.transfers.length === 0 || wrong !== undefined) breach('BT-84', undefined, wrong?.account)
    },
  },
  {
    id: 'CW-FR-CHORUS-FILE-NAME',
    terms: ['BT-125-2'],
    message:
      'Chorus Pro rejects the name of the attached file {}: it may have 50 characters at most, with its extension',
    fix: 'Give the attached file a shorter name (attachments[].filename)',
    check: ({ supportingDocuments }: Invoice, breach) => {
      supportingDocuments.forEach(({ attachment }, index) => {
        if (attachment !== undefined && [...attachment.filename].length > LONGEST_NAME)
          breach('BT-125-2', index, attachment.filename)
      })
    },
  },
]

/** What only the deposit shows: the record of the buyer could not be read. */
export const UNASKED_STRUCTURE: Rule = {
  id: 'CW-FR-CHORUS-STRUCTURE',
  severity: 'warning',
  terms: ['BT-47', 'BT-10', 'BT-13'],
  message:
    'The record of the public body {} at Chorus Pro could not be read, so nothing is known of a required service code or engagement number',
  fix: 'Give the service code (buyerReference) and the engagement number (orderReference) if the public body asks for them',
  // A deposit alone finds it.
  check: () => undefined,
}

/** Rules about business processes and sub-lines of the reform, which Chorus Pro does not have. */
const OF_THE_REFORM: ReadonlySet<string> = new Set(['CW-FR-NATURE', 'CW-FR-ADVANCE'])

/** The service's own rules for invoices that go through Chorus Pro. */
export const CHORUS_RULES: readonly Rule[] = [
  ...CHORUS_DEMANDS,
  UNASKED_STRUCTURE,
  ...BUSINESS_RULES.filter(({ id }) => !OF_THE_REFORM.has(id)),
]

/** Whether the seller must have a SIRET: firms abroad have other identifiers. */
function isFrench({ address, vatIdentifier }: SellerParty): boolean {
  return (address?.country ?? vatIdentifier?.slice(0, 2) ?? 'FR') === 'FR'
}

function hasIban({ account = '' }: CreditTransfer): boolean {
  return IBAN.test(account.replaceAll(' ', ''))
}
