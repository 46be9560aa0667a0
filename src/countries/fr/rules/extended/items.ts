import { type Assertions, everywhere, inContext } from '../../../../einvoice/rules/bindings/binding.js'
import { has } from '../../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'

/** Where a syntax writes an attribute of an item, and what stands in one. */
interface AttributePlaces {
  readonly attribute: string
  readonly name: string
  readonly code: string
  readonly value: string
  readonly quantity: string
}

/** BR-FREXT-54: an attribute has a name or a code, and a text or a quantity. */
function attributeRules({ attribute, name, code, value, quantity }: AttributePlaces): Assertions {
  return inContext(everywhere(attribute), {
    'BR-FREXT-54-1': (each) => has(each, name) || has(each, code),
    'BR-FREXT-54-2': (each) =>
      has(each, value)
        ? !has(each, quantity)
        : each.all(quantity).some((measured) => (measured.attribute('unitCode') ?? '') !== ''),
  })
}

/** BR-FREXT-54 of UBL. */
export const UBL_ATTRIBUTES = attributeRules({
  attribute: 'cac:AdditionalItemProperty',
  name: 'cbc:Name',
  code: 'cbc:NameCode',
  value: 'cbc:Value',
  quantity: 'cbc:ValueQuantity',
})

/** BR-FREXT-54 of CII. */
export const CII_ATTRIBUTES = attributeRules({
  attribute: 'ram:ApplicableProductCharacteristic',
  name: 'ram:Description',
  code: 'ram:TypeCode',
  value: 'ram:Value',
  quantity: 'ram:ValueMeasure',
})

/** Whether terms of delivery have nothing but a code and the name of a place. */
function hasCodeAndPlace(code: string, place: string, placeName: string) {
  return (terms: XmlElement): boolean =>
    terms.children.every(({ name }) => name === code || name === place) &&
    terms.all(place).every(({ children }) => children.every(({ name }) => name === placeName))
}

/** Whether terms of delivery in UBL have nothing but a code and the name of a place. */
export const isPlainUblDelivery = hasCodeAndPlace('cbc:ID', 'cac:DeliveryLocation', 'cbc:Name')

/** Whether terms of delivery in CII have nothing but a code and the name of a place. */
export const isPlainCiiDelivery = hasCodeAndPlace('ram:DeliveryTypeCode', 'ram:RelevantTradeLocation', 'ram:Name')
