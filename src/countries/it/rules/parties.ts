import {
  blaming,
  inContext,
  ROOT,
  type Assertions,
  type JudgedDocument,
} from '../../../einvoice/rules/bindings/binding.js'
import { all, first, has } from '../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import { BODIES, textAt } from './facts.js'
import {
  child,
  fiscalCodeOfForm,
  hasNumberOfForm,
  inHeader,
  isElevenDigits,
  numberOf,
  sharedHeaderControls,
} from './header.js'

const CUSTOMER = 'CessionarioCommittente/DatiAnagrafici'
const SUPPLIER = 'CedentePrestatore/DatiAnagrafici'

/** The document types in which supplier and customer must differ. */
const OF_TWO = new Set('TD01 TD02 TD03 TD06 TD16 TD17 TD18 TD19 TD20 TD24 TD25 TD28 TD29'.split(' '))
/** Those in which they must be the same. */
const OF_ONE = new Set(['TD21', 'TD27'])
/** Those that the customer issues for a supplier abroad. */
const FROM_ABROAD = new Set(['TD17', 'TD18', 'TD19', 'TD28'])
/** Those that require the customer's VAT number. */
const TO_TAXABLE = new Set('TD16 TD17 TD18 TD19 TD20 TD22 TD23 TD28'.split(' '))

/** SdI's controls of the header of a document: transmitter, seller and buyer. */
export const HEADER_CONTROLS: readonly Assertions[] = [
  inContext(ROOT, {
    '00417': blaming(child('FatturaElettronicaHeader/CessionarioCommittente'), (root) =>
      ['IdFiscaleIVA', 'CodiceFiscale'].some((name) => has(root, `FatturaElettronicaHeader/${CUSTOMER}/${name}`)),
    ),
  }),
  ...sharedHeaderControls({ supplier: SUPPLIER, customer: CUSTOMER }),
  inContext(inHeader('CedentePrestatore'), {
    '00473': blaming(child('DatiAnagrafici/IdFiscaleIVA/IdPaese'), (supplier, document) => {
      const country = textAt(supplier, 'DatiAnagrafici/IdFiscaleIVA/IdPaese')
      const types = document.once(typesIn)
      return !(country === 'IT' ? types.some((type) => FROM_ABROAD.has(type)) : types.includes('TD29'))
    }),
  }),
  inContext(inHeader('RappresentanteFiscale'), {
    '00303': blaming(
      (party) => {
        const path = REPRESENTATIVE_IDS.find((each) => !hasNumberOfForm(party, each, isElevenDigits))
        return path === undefined ? undefined : first(party, `${path}/IdCodice`)
      },
      (party) => REPRESENTATIVE_IDS.every((path) => hasNumberOfForm(party, path, isElevenDigits)),
    ),
    '00304': blaming(child('DatiAnagrafici/CodiceFiscale'), fiscalCodeOfForm('DatiAnagrafici/CodiceFiscale')),
  }),
  inContext(inHeader('CessionarioCommittente'), {
    '00475': (customer, document) =>
      has(customer, 'DatiAnagrafici/IdFiscaleIVA') || !document.once(typesIn).some((type) => TO_TAXABLE.has(type)),
  }),
  inContext(({ root }) => root.all('FatturaElettronicaHeader'), {
    '00471': (header, document) => !isOneNumber(header) || !document.once(typesIn).some((type) => OF_TWO.has(type)),
    '00472': (header, document) => isOneParty(header) || !document.once(typesIn).some((type) => OF_ONE.has(type)),
  }),
]

/** At the seller for one kind, at the buyer for the other. */
const REPRESENTATIVE_IDS = ['DatiAnagrafici/IdFiscaleIVA', 'IdFiscaleIVA'] as const

/**
 * The kinds of document (TipoDocumento) in a batch, each once; those of every
 * DatiGeneraliDocumento, of which the schema allows one.
 */
function typesIn(document: JudgedDocument): readonly string[] {
  const types = BODIES(document)
    .flatMap((body) => all(body, 'DatiGenerali/DatiGeneraliDocumento'))
    .map((data) => textAt(data, 'TipoDocumento'))
  // There are few codes of this form, even in a hostile document with many others.
  return [...new Set(types)].filter((type) => /^TD\d\d$/.test(type))
}

function isOneNumber(header: XmlElement): boolean {
  const supplier = numberOf(header, SUPPLIER)
  return supplier !== '' && supplier === numberOf(header, CUSTOMER)
}

/** Compares the VAT numbers; for a customer without one the codice fiscale. */
function isOneParty(header: XmlElement): boolean {
  if (has(header, `${CUSTOMER}/IdFiscaleIVA`)) return numberOf(header, SUPPLIER) === numberOf(header, CUSTOMER)
  return textAt(header, `${SUPPLIER}/CodiceFiscale`) === textAt(header, `${CUSTOMER}/CodiceFiscale`)
}
