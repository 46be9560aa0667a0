import type { Test } from '../../../einvoice/rules/bindings/binding.js'
import { has } from '../../../einvoice/rules/bindings/xpath.js'

/** The place and the parts of an attribute of an item (BG-32) in a syntax. */
export interface AttributePlaces {
  readonly attribute: string
  readonly name: string
  readonly code: string
  readonly value: string
  readonly quantity: string
}

/** Attributes of items in UBL. */
export const UBL_ATTRIBUTE: AttributePlaces = {
  attribute: 'cac:AdditionalItemProperty',
  name: 'cbc:Name',
  code: 'cbc:NameCode',
  value: 'cbc:Value',
  quantity: 'cbc:ValueQuantity',
}

/** Attributes of items in CII. */
export const CII_ATTRIBUTE: AttributePlaces = {
  attribute: 'ram:ApplicableProductCharacteristic',
  name: 'ram:Description',
  code: 'ram:TypeCode',
  value: 'ram:Value',
  quantity: 'ram:ValueMeasure',
}

/** An attribute has a name or a code. */
export function isNamed({ name, code }: AttributePlaces): Test {
  return (attribute) => has(attribute, name) || has(attribute, code)
}

/** An attribute has either a text or a quantity with a unit. */
export function isValued({ value, quantity }: AttributePlaces): Test {
  return (attribute) =>
    has(attribute, value)
      ? !has(attribute, quantity)
      : attribute.all(quantity).some((each) => (each.attribute('unitCode') ?? '') !== '')
}
