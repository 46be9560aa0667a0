import type { Assertions } from '../../../einvoice/rules/bindings/binding.js'
import { XRECHNUNG_UBL } from '../../../einvoice/rules/peppol/index.js'
import { XRECHNUNG_CII } from './cii.js'
import { CVD_CII, CVD_UBL } from './cvd.js'
import { EXTENSION_CII, EXTENSION_UBL } from './extension.js'

/**
 * The rules of XRechnung on the elements of a document. Those of the extension and of CVD apply if
 * the document claims them.
 */
export function xrechnungAssertions(syntax: 'ubl' | 'cii'): readonly Assertions[] {
  return syntax === 'ubl'
    ? [...XRECHNUNG_UBL, ...EXTENSION_UBL, ...CVD_UBL]
    : [...XRECHNUNG_CII, ...EXTENSION_CII, ...CVD_CII]
}
