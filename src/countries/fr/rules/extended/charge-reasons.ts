import { CHARGE_REASONS } from '../../../../einvoice/codes/allowance-reasons.js'
import { codes } from '../../../../einvoice/codes/code-list.js'
import { type Assertions, type Context, inContext } from '../../../../einvoice/rules/bindings/binding.js'
import { isListed } from '../../../../einvoice/rules/bindings/ubl/codes.js'
import { TAX_TYPES } from './code-lists.js'

const LISTS = codes('7161 5153')

/**
 * BR-FREXT-CL-20: the reason of a charge is of UNTDID 7161, the default, or of 5153, taxes and
 * duties.
 */
export function chargeReasonRules(reasons: Context): readonly Assertions[] {
  const of = (isMeant: (list: string | undefined) => boolean): Context => {
    return (document) => reasons(document).filter((code) => isMeant(code.attribute('listID')))
  }
  return [
    inContext(
      of((list) => list === undefined || list === '7161'),
      {
        'BR-FREXT-CL-20': ({ stringValue }) => isListed(stringValue, CHARGE_REASONS),
      },
    ),
    inContext(
      of((list) => list === '5153'),
      {
        'BR-FREXT-CL-20-TAX': ({ stringValue }) => isListed(stringValue, TAX_TYPES),
      },
    ),
    inContext(
      of((list) => list !== undefined && !['', '7161', '5153'].includes(list)),
      {
        'BR-FREXT-CL-20-LISTID': (code) => isListed(code.attribute('listID'), LISTS),
      },
    ),
  ]
}
