import type { DocumentRules } from '../../einvoice/rules/judge-document.js'
import type { RuleCatalogue } from '../../einvoice/rules/catalogue/rule-catalogue.js'
import { rejectionCatalogue } from '../rejections/catalogue.js'
import { isSum } from '../rejections/consequences.js'
import { EN16931_FIELDS } from '../rejections/fields-en16931.js'
import type { OfficialTable } from '../rejections/official-texts.js'
import type { Rejection, RejectionCatalogue } from '../rejections/rejection.js'
import { ReportedRules } from '../rejections/reported-rules.js'
import { ANY_SCHEMA_ERROR, schemaErrors, XERCES } from '../rejections/schema-errors.js'
import { GENERAL_RESPONSE_REJECTIONS, RESPONSE_REJECTIONS } from './rejections/responses.js'
import { GENERAL_TRANSPORT_REJECTIONS, TRANSPORT_REJECTIONS } from './rejections/transport.js'

/** The parts of a country's own on the network. */
interface PeppolSources {
  /** Refusals of this country alone. */
  readonly national: () => readonly Rejection[]
  /** The rules of the country's receivers. */
  readonly catalogue: RuleCatalogue
  readonly sets: () => readonly (DocumentRules | undefined)[]
  readonly texts: readonly OfficialTable[]
}

/** The refusals of a country that invoices over Peppol: its own, the network's, broken rules. */
export function peppolRejections({ national, catalogue, sets, texts }: PeppolSources): RejectionCatalogue {
  return rejectionCatalogue({
    authority: "The customer's provider in the Peppol network",
    closings: { number: 'the number may be used again' },
    rejections: () => [
      ...national(),
      ...RESPONSE_REJECTIONS(),
      ...TRANSPORT_REJECTIONS(),
      ...schemaErrors(EN16931_FIELDS, XERCES),
      ...GENERAL_TRANSPORT_REJECTIONS(),
      ...GENERAL_RESPONSE_REJECTIONS(),
      ...ANY_SCHEMA_ERROR(),
    ],
    rules: new ReportedRules({
      catalogue,
      sets,
      texts,
      reported: (id, text) => `Message Level Status RE; [${id}]-${text}`,
      fieldOf: EN16931_FIELDS,
    }),
    fieldOf: EN16931_FIELDS,
    isConsequence: isSum,
  })
}
