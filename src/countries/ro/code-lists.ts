import { edition } from '../../einvoice/codes/code-list.js'
import { CURRENT_CODE_LISTS, type CodeLists } from '../../einvoice/codes/code-lists.js'

const current = CURRENT_CODE_LISTS

/**
 * ANAF's code lists: its copy of the rules of EN 16931 dates from 2022, so it refuses newer codes
 * and accepts some that were removed elsewhere.
 */
export const ANAF_CODE_LISTS: CodeLists = {
  ...current,
  currencies: edition(current.currencies, {
    with: 'ANG BGN CUC HRK MRO SLL VEF ZWL',
    without: 'CNH MRU SLE UYW VED VES XCG ZWG',
  }),
  invoiceTypes: edition(current.invoiceTypes, { without: '471 472 473 500 501' }),
  creditNoteTypes: edition(current.creditNoteTypes, { without: '502 503' }),
  exemptionReasons: edition(current.exemptionReasons, {
    without: `VATEX-EU-135-1 VATEX-EU-144 VATEX-EU-146-1E VATEX-EU-153 VATEX-EU-159 VATEX-FR-298SEXDECIESA VATEX-FR-AE
      VATEX-FR-CGI261-1 VATEX-FR-CGI261-2 VATEX-FR-CGI261-3 VATEX-FR-CGI261-4 VATEX-FR-CGI261-5 VATEX-FR-CGI261-7
      VATEX-FR-CGI261-8 VATEX-FR-CGI261A VATEX-FR-CGI261B VATEX-FR-CGI261C-1 VATEX-FR-CGI261C-2 VATEX-FR-CGI261C-3
      VATEX-FR-CGI261D-1 VATEX-FR-CGI261D-1BIS VATEX-FR-CGI261D-2 VATEX-FR-CGI261D-3 VATEX-FR-CGI261D-4
      VATEX-FR-CGI261E-1 VATEX-FR-CGI261E-2 VATEX-FR-CGI275 VATEX-FR-CGI277A VATEX-FR-CGI295 VATEX-FR-CNWVAT
      VATEX-FR-FRANCHISE`,
  }),
  paymentMeans: edition(current.paymentMeans, { without: '98' }),
  iso6523: edition(current.iso6523, {
    without: `0217 0218 0219 0220 0221 0222 0223 0224 0225 0226 0227 0228 0229 0230 0231 0232 0233 0234 0235 0236 0237 0238 0239
      0240 0241 0242 0243 0244 0245 0246 0247 0248`,
  }),
  electronicAddressSchemes: edition(current.electronicAddressSchemes, {
    with: '9901 9906 9907 9955',
    without: `0154 0158 0177 0217 0218 0219 0220 0221 0225 0230 0235 0240 0242 0244 0245 0246 0248 9959`,
  }),
  referenceQualifiers: edition(current.referenceQualifiers, { without: 'AXU' }),
  itemClassifications: edition(current.itemClassifications, { without: 'EMD GMN PPI' }),
  chargeReasons: edition(current.chargeReasons, { without: 'PRV' }),
}
