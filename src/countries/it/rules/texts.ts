import { RuleCatalogue } from '../../../einvoice/rules/catalogue/rule-catalogue.js'

/** The texts of SdI's controls, by their codes. */
export const ITALIAN_CATALOGUE = new RuleCatalogue(`
XSD |  |  | Write <element> as the schema of FatturaPA has it: name, place and type of the element
`)
