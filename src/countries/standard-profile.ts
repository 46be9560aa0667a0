import { EN16931_CII, EN16931_UBL } from '../einvoice/rules/en16931.js'
import { FACTUR_X_EXTENDED_MARK } from '../einvoice/rules/factur-x.js'
import { facturXExtended } from './fr/documents.js'
import { documentProfile } from './judging/document-profile.js'

/** Plain EN 16931. */
export const STANDARD_PROFILE = documentProfile({
  name: 'en',
  title: 'EN 16931',
  country: null,
  claimed: /(?:)/,
  marks: [FACTUR_X_EXTENDED_MARK],
  rules(syntax, marks) {
    if (syntax === 'ubl') return EN16931_UBL
    return marks.length > 0 ? facturXExtended() : EN16931_CII
  },
})
