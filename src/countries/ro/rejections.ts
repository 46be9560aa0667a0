import { rejectionCatalogue } from '../rejections/catalogue.js'
import { isSum } from '../rejections/consequences.js'
import { EN16931_FIELDS } from '../rejections/fields-en16931.js'
import { OFFICIAL } from '../rejections/official-texts.js'
import type { RejectionCatalogue } from '../rejections/rejection.js'
import { ReportedRules } from '../rejections/reported-rules.js'
import { ANY_SCHEMA_ERROR, schemaErrors, XERCES } from '../rejections/schema-errors.js'
import { CIUS_RO_DOCUMENTS, ROMANIAN_CATALOGUE } from './documents.js'
import { ACCESS_REJECTIONS } from './rejections/access.js'
import { COMMON_REJECTIONS } from './rejections/common.js'
import { GENERAL_REJECTIONS, INTERFACE_REJECTIONS } from './rejections/interface.js'

const RULES = new ReportedRules({
  catalogue: ROMANIAN_CATALOGUE,
  sets: () => [CIUS_RO_DOCUMENTS.rules('ubl', '')],
  texts: [OFFICIAL.ciusRo, OFFICIAL.en16931],
  // As ANAF prints it, spaces included: Romanian, then English after a number sign.
  reported: (id, text) =>
    `E: validari globale  SCHEMATRON   eroare: ${text.startsWith('[') ? text : `[${id}]-${text}`}`,
  fieldOf: EN16931_FIELDS,
})

/** The refusals of ANAF. */
export const ROMANIAN_REJECTIONS: RejectionCatalogue = rejectionCatalogue({
  authority: 'The Romanian tax administration (ANAF)',
  closings: { number: 'the number may be used again' },
  rejections: () => [
    ...COMMON_REJECTIONS(),
    ...ACCESS_REJECTIONS(),
    ...INTERFACE_REJECTIONS(),
    ...schemaErrors(EN16931_FIELDS, XERCES),
    ...GENERAL_REJECTIONS(),
    ...ANY_SCHEMA_ERROR(),
  ],
  rules: RULES,
  fieldOf: EN16931_FIELDS,
  isConsequence: isSum,
})
