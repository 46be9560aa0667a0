import type { RuleTable } from '../../einvoice/rules/catalogue/rule-catalogue.js'
import { trimmed } from '../../einvoice/xml/white-space.js'
import { EXTENSION_TEXTS } from '../fr/rules/extension-texts.js'

const STRUCTURE = trimmed(`
FX-COUNT | | An element occurs less or more often than the profile of Factur-X allows | Write the element as often as the profile demands
FX-UNUSED | | The document has an element or an attribute that its profile of Factur-X does not use there | Remove <element>, or claim a higher profile if it allows it
FX-ATTRIBUTE | | An attribute is missing that the profile of Factur-X requires | Give <element> the attribute
FX-CODE | | A value is not a code that the profile of Factur-X allows there | Use a code of the list, exactly as it is written there`)

const OWN = trimmed(`
PEPPOL-EN16931-R008 | | An element is empty: <element> | Fill <element>, or leave it out | warning
BR-CO-27 | BT-84 | A credit transfer has neither an IBAN nor another account number, or both | Give the account for the payment either as ram:IBANID or as ram:ProprietaryID
CII-SR-470 | BT-84 | A credit transfer has neither an IBAN nor another account number, or both | Give the account for the payment either as ram:IBANID or as ram:ProprietaryID
BR-CO-12 | BT-108 | The sum of the charges {} is not the sum of the document level charges and the logistic services | Recompute the sum of the charges, and the totals that follow from it
BR-FX-EN-04 | BT-72 BG-14 | An invoice between two parties in Germany has neither a day of delivery nor a period | Give the day of delivery (BT-72), or the period of the invoice (BG-14) or of each line (BG-26); an advance has the type 386 | warning
BR-FXEXT-G-08 | BT-116 | The taxable amount {} of category G is not the sum of its items | Recompute the taxable amount: the net amounts of the lines, less the allowances, plus the charges of category G
BR-FXEXT-01 | BT-22 | A note with a subject has no text | Give the note a text (BT-22), or leave the note out
BR-FXEXT-02 | BT-127 | A note of a line with a subject has no text | Give the note of the line a text (BT-127), or leave the note out
BR-FXEXT-03 | BT-48 BT-63 | A tax number of a party other than the seller is not a VAT identifier | Write the attribute schemeID="VA" at the number, or leave the number out
BR-FXEXT-08 | BT-131 | The net amount of a group is not the sum of the lines under it | Recompute the net amount of the group: the sum of the lines DETAIL and GROUP directly below it; or leave it out
BR-FXEXT-CO-16 | BT-115 | The amount due {} is not the total with VAT, less prepayments, plus rounding and adjustments | Recompute the amount due: total with VAT (BT-112), less what is paid (BT-113), plus rounding (BT-114), plus the adjustments from earlier invoices
BR-FXEXT-CII-DT-097a | | A time is not in the form 205, YYYYMMDDHHMM | Write the time as YYYYMMDDHHMM, or use the format 102 with YYYYMMDD`)

/** The rows of EXTENDED-CTC-FR under the ids that EXTENDED has for the same rules. */
function extension(): readonly string[] {
  const written = typeof EXTENSION_TEXTS === 'string' ? EXTENSION_TEXTS : EXTENSION_TEXTS()
  return written.split('\n').flatMap((row) => {
    if (/^BR-FXEXT-\w+-08 /.test(row))
      return [row.replace(/^BR-FXEXT-S-08/, 'BR-FXEXT-S08b').replace(/^(BR-FXEXT-\w+-08) /, '$1b ')]
    if (row.startsWith('BR-FXEXT-S-09 ')) return [row.replace('S-09 ', 'S-09b ')]
    if (/^(?:BR-FXEXT-|BR-CO-25 )/.test(row)) return [row]
    if (row.startsWith('BR-FREXT-54-')) return [row.replace('BR-FREXT-', 'BR-FXEXT-BR-')]
    return row.startsWith('BR-FREXT-') && !/^BR-FREXT-(?:04 |\w+-08)/.test(row)
      ? [row.replace('BR-FREXT-', 'BR-FXEXT-')]
      : []
  })
}

/** The texts of the rules of Factur-X. See `RuleTable` for the form. */
export const FACTUR_X_TEXTS: RuleTable = () => {
  const own = new Set(OWN.split('\n').map((row) => row.slice(0, row.indexOf(' '))))
  const others = extension().filter((row) => !own.has(row.slice(0, row.indexOf(' '))))
  return [STRUCTURE, OWN, ...others].join('\n')
}
