import { EN16931_CII, EN16931_UBL } from '../einvoice/rules/en16931.js'
import { documentProfile } from './judging/document-profile.js'

/** Plain EN 16931. */
export const STANDARD_PROFILE = documentProfile({
  name: 'en',
  title: 'EN 16931',
  country: null,
  claimed: /(?:)/,
  rules: (syntax) => (syntax === 'ubl' ? EN16931_UBL : EN16931_CII),
})
