import { type Assertions, everywhere, inContext } from '../../../../einvoice/rules/bindings/binding.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { type AttributePlaces, isNamed, isValued } from '../item-attributes.js'

/** BR-FREXT-54: an attribute has a name or a code, and a text or a quantity. */
export function attributeRules(places: AttributePlaces): Assertions {
  return inContext(everywhere(places.attribute), {
    'BR-FREXT-54-1': isNamed(places),
    'BR-FREXT-54-2': isValued(places),
  })
}

/** Whether terms of delivery have only a code and the name of a place. */
function hasCodeAndPlace(code: string, place: string, placeName: string) {
  return (terms: XmlElement): boolean =>
    terms.children.every(({ name }) => name === code || name === place) &&
    terms.all(place).every(({ children }) => children.every(({ name }) => name === placeName))
}

/** Whether terms of delivery in UBL have only a code and the name of a place. */
export const isPlainUblDelivery = hasCodeAndPlace('cbc:ID', 'cac:DeliveryLocation', 'cbc:Name')

/** Whether terms of delivery in CII have only a code and the name of a place. */
export const isPlainCiiDelivery = hasCodeAndPlace('ram:DeliveryTypeCode', 'ram:RelevantTradeLocation', 'ram:Name')
