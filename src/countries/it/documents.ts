import { nationalProfile } from '../judging/document-profile.js'
import { nationalRules } from '../judging/national-rules.js'
import { ITALIAN_ELEMENTS } from './elements.js'
import { SDI_CONTROLS } from './rules/controls.js'
import { ITALIAN_CATALOGUE } from './rules/texts.js'
import { FATTURAPA_SCHEMA } from './schema.js'

/** FatturaPA 1.2.3 with the checks of SdI: schema VFPR12, and the controls on the content. */
export const FATTURAPA_DOCUMENTS = nationalProfile({
  name: 'it',
  title: 'Italy, FatturaPA',
  country: 'IT',
  format: 'fatturapa',
  schema: 'FatturaPA 1.2.3 (Agenzia delle Entrate)',
  sources: [{ ids: /^00/, artefact: 'SdI, list of controls 2.0 (2025-01-31)' }],
  claimed: /^F(?:PA|PR)12$/,
  rules: () =>
    nationalRules({
      schema: FATTURAPA_SCHEMA,
      assertions: SDI_CONTROLS,
      catalogue: ITALIAN_CATALOGUE,
      fields: ITALIAN_ELEMENTS,
    }),
})
