import { blaming, everywhere, inContext, type Assertions } from '../../../einvoice/rules/bindings/binding.js'
import { all, decimalOf, first, has } from '../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import { enasarcoOf, isEnasarco, isWithheldForEnasarco, STATED_FUND } from '../enasarco.js'
import { simplifiedType } from '../simplified-types.js'
import { BODIES, FUNDS, linesOf, textAt, typeOf } from './facts.js'

/** Types that integrate a received invoice or replace it. */
const OF_RECEIVED = new Set(['TD16', 'TD17', 'TD18', 'TD19', 'TD28'])

/** The service's own rules on what a document of each type, and a transport, has to say. */
export const OWN_CONTROLS: readonly Assertions[] = [
  inContext(everywhere('TipoDocumento'), {
    'CW-IT-SIMPLIFIED': ({ stringValue }) => simplifiedType(stringValue) === undefined,
  }),
  inContext(everywhere('DatiTrasporto'), {
    'CW-IT-WEIGHT': blaming(
      (transport) => first(transport, 'PesoNetto') ?? first(transport, 'PesoLordo'),
      (transport) => {
        const [gross, net] = ['PesoLordo', 'PesoNetto'].map((name) => decimalOf(first(transport, name)))
        if (gross === undefined && net === undefined) return true
        if (!has(transport, 'UnitaMisuraPeso')) return false
        return gross === undefined || net === undefined || net.compare(gross) <= 0
      },
    ),
  }),
  inContext(FUNDS, {
    'CW-IT-ENASARCO-CHARGED': (fund) => !isEnasarco({ type: textAt(fund, 'TipoCassa') }),
  }),
  inContext(BODIES, {
    'CW-IT-ENASARCO': blaming(statedEnasarco, (body) => statedEnasarco(body) === undefined || isEnasarcoWithheld(body)),
    'CW-IT-RECEIVED-INVOICE': blaming(
      (body) => first(body, 'DatiGenerali'),
      (body) => !OF_RECEIVED.has(typeOf(body)) || has(body, 'DatiGenerali/DatiFattureCollegate'),
    ),
    'CW-IT-TD28': blaming(
      (body) => first(body, 'DatiGenerali/DatiGeneraliDocumento/TipoDocumento'),
      (body) => typeOf(body) !== 'TD28' || linesOf(body).some((line) => !has(line, 'Natura')),
    ),
  }),
]

/** A contribution to the fund of commercial agents in the data of a line. */
function statedEnasarco(body: XmlElement): XmlElement | undefined {
  return all(body, 'DatiBeniServizi/DettaglioLinee/AltriDatiGestionali').find(
    (data) => textAt(data, 'TipoDato') === STATED_FUND && enasarcoOf(textAt(data, 'RiferimentoTesto')) !== undefined,
  )
}

function isEnasarcoWithheld(body: XmlElement): boolean {
  return all(body, 'DatiGenerali/DatiGeneraliDocumento/DatiRitenuta/TipoRitenuta').some(({ stringValue }) =>
    isWithheldForEnasarco({ type: stringValue }),
  )
}
