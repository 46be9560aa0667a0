import type { Identifier, Invoice, SupportingDocument } from '../model.js'
import { isGreekTaxNumber } from './peppol-check-digits.js'
import { accountingSupplierCountry, customerCountry, supplierCountry } from './peppol-facts.js'
import { isBlank, normalised, type Rule, type Term } from './rule.js'

const MARK = '##M.AR.K##'
const INVOICE_URL = '##INVOICE|URL##'
const DOCUMENT_TYPES: ReadonlySet<string> = new Set(['1.1', '1.6', '2.1', '2.4', '5.1', '5.2', ''])

/** GR-R-001 to GR-R-010: sellers whose VAT number, or else address, is Greek. */
export const GREEK_RULES: readonly Rule[] = [
  number('GR-R-001-1', 'does not have six parts', ({ parts }) => parts.length === 6),
  number('GR-R-001-2', 'does not begin with the tax number of the seller', ({ parts: [tin = ''], invoice }) => {
    const { seller, taxRepresentative } = invoice
    const known = [seller.vatIdentifier, taxRepresentative?.vatIdentifier].map((each) => each?.slice(2, 11))
    return normalised(tin).length === 9 && isGreekTaxNumber(tin) && known.includes(tin)
  }),
  number('GR-R-001-3', 'does not have the issue date as second part', ({ parts: [, date = ''], invoice }) => {
    const [year, month, day] = invoice.issueDate.split('-')
    const [ofDay, ofMonth, ofYear] = date.split('/')
    return GREEK_DATE.test(date) && ofDay === day && ofMonth === month && ofYear === year
  }),
  number('GR-R-001-4', 'does not have a whole number as third part', ({ parts: [, , serial = ''] }) => {
    return /^[ \t\r\n]*[0-9]+[ \t\r\n]*$/.test(serial)
  }),
  number('GR-R-001-5', 'does not have a Greek document type as fourth part', ({ parts: [, , , type = ''] }) => {
    return !isBlank(type) && DOCUMENT_TYPES.has(type)
  }),
  number('GR-R-001-6', 'has nothing as fifth part', ({ parts }) => (parts[4] ?? '') !== ''),
  number('GR-R-001-7', 'has nothing as sixth part', ({ parts }) => (parts[5] ?? '') !== ''),
  greek('GR-R-002', 'BT-28', 'The Greek seller has no trading name', (invoice) => !invoice.seller.tradingName),
  warning(
    greek('GR-S-011', 'BT-31', 'The Greek seller has no valid tax number with EL before it', ({ seller }) => {
      return !isGreekVat(seller.vatIdentifier)
    }),
  ),
  greek('GR-R-003', 'BT-31', 'The VAT number of the Greek seller is not EL and a valid tax number', ({ seller }) => {
    return seller.vatIdentifier !== undefined && !isGreekVat(seller.vatIdentifier)
  }),
  greek('GR-R-004-1', 'BG-24', 'The Greek invoice does not have exactly one MARK number', (invoice) => {
    return isInGreece(invoice) && described(invoice, MARK).length !== 1
  }),
  warning(
    greek(
      'GR-S-008-1',
      'BG-24',
      'The Greek invoice does not have exactly one address for its verification',
      (invoice) => {
        return isInGreece(invoice) && described(invoice, INVOICE_URL).length !== 1
      },
    ),
  ),
  greek('GR-R-008-2', 'BG-24', 'The Greek invoice has more than one address for its verification', (invoice) => {
    return isInGreece(invoice) && described(invoice, INVOICE_URL).length > 1
  }),
  greek('GR-R-004-2', 'BT-122', 'The MARK number is not a positive whole number', (invoice) => {
    return isInGreece(invoice) && described(invoice, MARK).some(({ reference }) => !/^[1-9]/.test(reference))
  }),
  greek('GR-R-008-3', 'BT-124', 'The address for the verification of the invoice is missing', (invoice) => {
    return described(invoice, INVOICE_URL).some(({ location }) => isBlank(location))
  }),
  greek('GR-R-005', 'BT-45', 'The Greek seller does not give a trading name of the buyer', ({ buyer }) => {
    return !buyer.tradingName
  }),
  {
    ...{
      id: 'GR-R-009',
      terms: ['BT-34'],
      fix: 'Give supplier.peppolId as 9933: and the nine digits of the tax number',
    },
    message: 'The electronic address of the Greek seller is not its tax number (scheme 9933)',
    check: (invoice, breach) => {
      if (isGreece(accountingSupplierCountry(invoice)) && isOtherAddress(invoice.seller.electronicAddress))
        breach('BT-34')
    },
  },
  betweenGreeks('GR-R-006', 'BT-48', 'The Greek buyer has no valid tax number with EL before it', ({ buyer }) => {
    return !isGreekVat(buyer.vatIdentifier)
  }),
  betweenGreeks('GR-R-010', 'BT-49', 'The electronic address of the Greek buyer is not its tax number', ({ buyer }) => {
    return isOtherAddress(buyer.electronicAddress)
  }),
]

const GREEK_DATE = /^(?:0?[1-9]|[12][0-9]|3[01])[-\\/ ]?(?:0?[1-9]|1[0-2])[-\\/ ]?(?:19|20)[0-9]{2}/

function isGreece(country: string): boolean {
  return country === 'GR' || country === 'EL'
}

function isInGreece({ seller }: Invoice): boolean {
  return seller.address?.country === 'GR'
}

function isGreekVat(number: string | undefined): boolean {
  return number !== undefined && number.startsWith('EL') && isGreekTaxNumber(number.slice(2))
}

function isOtherAddress(address: Identifier | undefined): boolean {
  return address !== undefined && !(address.scheme === '9933' && isGreekTaxNumber(address.value))
}

function described({ supportingDocuments }: Invoice, description: string): readonly SupportingDocument[] {
  return supportingDocuments.filter((document) => document.description === description)
}

function greek(id: string, term: Term, message: string, isBroken: (invoice: Invoice) => boolean): Rule {
  return {
    ...{
      id,
      terms: [term],
      message,
      fix: 'Follow the Greek rules of Peppol BIS Billing 3.0 for sellers with a Greek VAT number',
    },
    check: (invoice, breach) => {
      if (isGreece(supplierCountry(invoice)) && isBroken(invoice)) breach(term)
    },
  }
}

function betweenGreeks(id: string, term: Term, message: string, isBroken: (invoice: Invoice) => boolean): Rule {
  return greek(id, term, message, (invoice) => isGreece(customerCountry(invoice)) && isBroken(invoice))
}

/** The invoice number of a Greek seller: tax number | date | serial number | document type | two more. */
function number(
  id: string,
  fault: string,
  isSound: (number: { readonly parts: readonly string[]; readonly invoice: Invoice }) => boolean,
): Rule {
  return greek(id, 'BT-1', `The number of the Greek invoice ${fault}`, (invoice) => {
    return !isSound({ parts: invoice.number.split('|'), invoice })
  })
}

function warning(rule: Rule): Rule {
  return { ...rule, severity: 'warning' }
}
