import { type Assertions, blaming, everywhere, inContext, ROOT } from '../../../einvoice/rules/bindings/binding.js'
import { decimalOf, first, has } from '../../../einvoice/rules/bindings/xpath.js'
import { Decimal } from '../../../einvoice/model/decimal.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import { EU } from '../parties.js'
import { BODIES, inBodies, numberAt, textAt, typeOf } from '../rules/facts.js'
import { NUMBER_CONTROLS } from '../rules/content.js'
import { hasNumberOfForm, inHeader, isElevenDigits, numberOf, sharedHeaderControls } from '../rules/header.js'

/** Above it a simplified invoice is not lawful (DM 10 May 2019). */
const LIMIT = Decimal.of(400)
const EURO = Decimal.of(1)
/** The flat-rate regime has no limit (L. 190/2014, art. 1, comma 59, since 2025). */
const FLAT_RATE = 'RF19'

const HEADER = 'FatturaElettronicaHeader'
const SUPPLIER = `${HEADER}/CedentePrestatore`
const CUSTOMER = `${HEADER}/CessionarioCommittente`
const CUSTOMER_ID = `${CUSTOMER}/IdentificativiFiscali`
const ITEMS = inBodies('DatiBeniServizi')
const GENERAL = 'DatiGenerali/DatiGeneraliDocumento'
const CORRECTED = 'DatiGenerali/DatiFatturaRettificata'

/** The controls of SdI on a simplified invoice, and the service's own rules. */
export const SIMPLIFIED_CONTROLS: readonly Assertions[] = [
  ...sharedHeaderControls({ supplier: 'CedentePrestatore', customer: 'CessionarioCommittente/IdentificativiFiscali' }),
  ...NUMBER_CONTROLS,
  inContext(inHeader('CedentePrestatore'), {
    '00303': blaming(
      (supplier) => first(supplier, 'RappresentanteFiscale/IdFiscaleIVA/IdCodice'),
      (supplier) => hasNumberOfForm(supplier, 'RappresentanteFiscale/IdFiscaleIVA', isElevenDigits),
    ),
  }),
  inContext(inHeader('CessionarioCommittente'), {
    '00431': (customer) =>
      ['IdFiscaleIVA', 'CodiceFiscale'].some((name) => has(customer, `IdentificativiFiscali/${name}`)) ||
      has(customer, 'AltriDatiIdentificativi'),
  }),
  inContext(ROOT, {
    '00471': blaming(
      (root) => first(root, CUSTOMER),
      (root) => numberOf(root, SUPPLIER) === '' || numberOf(root, SUPPLIER) !== numberOf(root, CUSTOMER_ID),
    ),
  }),
  inContext(ITEMS, {
    '00400': blaming(
      (item) => first(item, 'DatiIVA'),
      (item) => isTaxed(item) || has(item, 'Natura'),
    ),
    '00401': blaming(
      (item) => first(item, 'Natura'),
      (item) => !isTaxed(item) || !has(item, 'Natura'),
    ),
    '00445': blaming(
      (item) => first(item, 'Natura'),
      (item) => !['N2', 'N3'].includes(textAt(item, 'Natura')),
    ),
    'CW-IT-SIMPLIFIED-EU': blaming(
      (item) => first(item, 'Natura'),
      (item, { root }) => !isSupplyWithinEU(textAt(item, 'Natura'), root),
    ),
  }),
  inContext(inBodies('DatiBeniServizi/DatiIVA/Aliquota'), {
    '00424': (rate) => {
      const percent = decimalOf(rate)
      return percent === undefined || !percent.isPositive() || percent.compare(EURO) >= 0
    },
  }),
  inContext(everywhere('Divisa'), {
    'CW-IT-SIMPLIFIED-CURRENCY': ({ stringValue }) => !/^[A-Z]{3}$/.test(stringValue) || stringValue === 'EUR',
  }),
  inContext(BODIES, {
    '00418': blaming(
      (body) => first(body, `${CORRECTED}/DataFR`),
      (body) => {
        const [day, corrected] = [textAt(body, `${GENERAL}/Data`), textAt(body, `${CORRECTED}/DataFR`)]
        return !DAY.test(day) || !DAY.test(corrected) || corrected <= day
      },
    ),
    '00460': (body, { root }) =>
      textAt(root, `${SUPPLIER}/RegimeFiscale`) === FLAT_RATE ||
      has(body, CORRECTED) ||
      Decimal.sum(body.all('DatiBeniServizi').map((item) => numberAt(item, 'Importo'))).compare(LIMIT) <= 0,
    'CW-IT-SIMPLIFIED-CORRECTED': blaming(
      (body) => first(body, 'DatiGenerali'),
      (body) => typeOf(body) === 'TD07' || has(body, CORRECTED),
    ),
  }),
]

const DAY = /^\d{4}-\d{2}-\d{2}$/

function isTaxed(item: XmlElement): boolean {
  return ['Aliquota', 'Imposta'].some((name) => !numberAt(item, `DatiIVA/${name}`).isZero())
}

/**
 * Whether an item is one that art. 21-bis (2) excludes: an intra-Community supply, or one whose
 * VAT the customer owes in another member state (art. 21 (6-bis) a).
 */
function isSupplyWithinEU(natura: string, root: XmlElement): boolean {
  if (natura === 'N3.2') return true
  const country =
    textAt(root, `${CUSTOMER_ID}/IdFiscaleIVA/IdPaese`) ||
    textAt(root, `${CUSTOMER}/AltriDatiIdentificativi/Sede/Nazione`)
  return natura === 'N2.1' && country !== 'IT' && EU.has(country)
}
