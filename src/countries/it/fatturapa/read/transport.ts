import { defined } from '../../../../domain/defined.js'
import type { Carrier, Transport } from '../../../../domain/request/italy.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { codeIn, dayIn, numberIn, textIn } from '../values.js'
import { readIdentity } from './parties.js'

/** 2.1.9 DatiTrasporto without place and date of delivery; undefined: nothing else. */
export function readTransport(element: XmlElement | undefined, said: Set<XmlElement>): Transport | undefined {
  const transport = defined({
    carrier: readCarrier(element?.child('DatiAnagraficiVettore'), said),
    means: textIn(element, 'MezzoTrasporto'),
    reason: textIn(element, 'CausaleTrasporto'),
    packages: numberIn(element, 'NumeroColli'),
    goods: textIn(element, 'Descrizione'),
    weightUnit: textIn(element, 'UnitaMisuraPeso'),
    grossWeight: numberIn(element, 'PesoLordo'),
    netWeight: numberIn(element, 'PesoNetto'),
    collectedAt: codeIn(element, 'DataOraRitiro'),
    startDate: dayIn(element, 'DataInizioTrasporto'),
    incoterm: codeIn(element, 'TipoResa'),
  })
  return Object.keys(transport).length === 0 ? undefined : transport
}

function readCarrier(element: XmlElement | undefined, said: Set<XmlElement>): Carrier | undefined {
  if (element === undefined) return undefined
  const licence = textIn(element, 'NumeroLicenzaGuida')
  return { ...readIdentity(element, 'IT', said), ...defined({ drivingLicence: licence }) }
}
