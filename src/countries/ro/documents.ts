import { UBL_WARNINGS } from '../../einvoice/rules/bindings/en16931.js'
import { EN16931_CATALOGUE } from '../../einvoice/rules/en16931.js'
import { UBL_SCHEMA } from '../../einvoice/schema/schemas.js'
import { documentProfile } from '../judging/document-profile.js'
import { ANAF_CODE_LISTS } from './code-lists.js'
import { CIUS_RO_TEXTS } from './rules/texts.js'
import { ANAF_FORBIDDEN, ANAF_UBL } from './rules/anaf.js'

/** The texts of EN 16931's rules and of CIUS-RO's, by rule id. */
export const ROMANIAN_CATALOGUE = EN16931_CATALOGUE.with(CIUS_RO_TEXTS)

/** ANAF's rules for a document: its own edition of EN 16931, and CIUS-RO 1.0.9. */
export const CIUS_RO_DOCUMENTS = documentProfile({
  name: 'ro',
  title: 'Romania, CIUS-RO',
  country: 'RO',
  sources: [{ ids: /^/, artefact: 'ANAF validation artefacts 1.0.9, with CIUS-RO' }],
  claimed: /efactura\.mfinante\.ro/,
  rules: (syntax) =>
    syntax === 'ubl'
      ? {
          schema: UBL_SCHEMA,
          assertions: ANAF_UBL,
          forbidden: ANAF_FORBIDDEN,
          codes: ANAF_CODE_LISTS,
          catalogue: ROMANIAN_CATALOGUE,
          warnings: UBL_WARNINGS,
        }
      : undefined,
})
