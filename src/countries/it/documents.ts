import { nationalProfile } from '../judging/document-profile.js'
import { nationalRules } from '../judging/national-rules.js'
import { ITALIAN_ELEMENTS } from './elements.js'
import { SDI_CONTROLS } from './rules/controls.js'
import { ITALIAN_CATALOGUE } from './rules/texts.js'
import { FATTURAPA_SCHEMA, SIMPLIFIED_SCHEMA } from './schema.js'
import { SIMPLIFIED_CONTROLS } from './simplified/controls.js'
import { SIMPLIFIED_ELEMENTS } from './simplified/elements.js'
import { SIMPLIFIED_CATALOGUE } from './simplified/texts.js'
import { isSimplified } from './simplified-types.js'

const SOURCES = [{ ids: /^00/, artefact: 'SdI, list of controls 2.0 (2025-01-31)' }]

/** FatturaPA 1.2.3 with the checks of SdI: schema VFPR12, and the controls on the content. */
export const FATTURAPA_DOCUMENTS = nationalProfile({
  name: 'it',
  title: 'Italy, FatturaPA',
  country: 'IT',
  format: 'fatturapa',
  schema: 'FatturaPA 1.2.3 (Agenzia delle Entrate)',
  sources: SOURCES,
  claimed: /^F(?:PA|PR)12$/,
  rules: () =>
    nationalRules({
      schema: FATTURAPA_SCHEMA,
      assertions: SDI_CONTROLS,
      catalogue: ITALIAN_CATALOGUE,
      fields: ITALIAN_ELEMENTS,
    }),
})

/** The simplified FatturaPA 1.0.2 (FSM10) with the checks of SdI: schema VFSM10, its controls. */
export const SIMPLIFIED_DOCUMENTS = nationalProfile({
  name: 'it-simplified',
  title: 'Italy, simplified FatturaPA',
  country: 'IT',
  format: 'fatturapa',
  schema: 'Simplified FatturaPA 1.0.2 (Agenzia delle Entrate)',
  sources: SOURCES,
  claimed: /^FSM10$/,
  isOfRequest: isSimplified,
  rules: () =>
    nationalRules({
      schema: SIMPLIFIED_SCHEMA,
      assertions: SIMPLIFIED_CONTROLS,
      catalogue: SIMPLIFIED_CATALOGUE,
      fields: SIMPLIFIED_ELEMENTS,
    }),
})
