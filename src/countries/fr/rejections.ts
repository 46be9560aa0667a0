import { rejectionCatalogue } from '../rejections/catalogue.js'
import { isSum } from '../rejections/consequences.js'
import { EN16931_FIELDS } from '../rejections/fields-en16931.js'
import { OFFICIAL } from '../rejections/official-texts.js'
import type { RejectionCatalogue } from '../rejections/rejection.js'
import { ReportedRules } from '../rejections/reported-rules.js'
import { ANY_SCHEMA_ERROR, schemaErrors, XERCES } from '../rejections/schema-errors.js'
import { FLOW_2_DOCUMENTS, FRENCH_CATALOGUE } from './documents.js'
import { INTERFACE_REJECTIONS } from './rejections/interface.js'
import { REASON_REJECTIONS } from './rejections/reasons.js'
import { statusText } from './status-text.js'

const RULES = new ReportedRules({
  catalogue: FRENCH_CATALOGUE,
  sets: () => [FLOW_2_DOCUMENTS.rules('ubl', ''), FLOW_2_DOCUMENTS.rules('cii', '')],
  texts: [OFFICIAL.french, OFFICIAL.en16931],
  reported: (id, text) =>
    statusText('213', {
      code: 'REJ_SEMAN',
      label: `Rejet pour erreur sémantique ${/^\[?BR-FR/.test(text) ? text : `[${id}]-${text}`}`,
    }),
  fieldOf: EN16931_FIELDS,
})

/**
 * The rejections by platforms, by customers in the life cycle of an invoice, and by Chorus Pro.
 */
export const FRENCH_REJECTIONS: RejectionCatalogue = rejectionCatalogue({
  authority: 'The French platform',
  closings: { number: 'the number may be used again' },
  rejections: () => [
    ...INTERFACE_REJECTIONS(),
    ...REASON_REJECTIONS(),
    ...schemaErrors(EN16931_FIELDS, XERCES),
    ...ANY_SCHEMA_ERROR(),
  ],
  rules: RULES,
  fieldOf: EN16931_FIELDS,
  isConsequence: isSum,
})
