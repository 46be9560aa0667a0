import { EN_16931, isFacturXExtended } from '../../einvoice/rules/factur-x.js'
import { PEPPOL_BILLING_PROCESS } from '../../einvoice/rules/peppol/specification.js'
import type { DetectedDocument } from '../../einvoice/syntax/invoice-document.js'

/** A document type of the network: root element, specification (BT-24) and version. */
export function documentTypeId(root: DetectedDocument['root'] | 'ApplicationResponse', specification: string): string {
  if (root === 'rsm:CrossIndustryInvoice') {
    // The network has no such type; its version is that of the schema.
    const version = isFacturXExtended(specification) ? 'D22B' : 'D16B'
    return `busdox-docid-qns::urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::CrossIndustryInvoice##${specification}::${version}`
  }
  const name = root.slice(root.indexOf(':') + 1)
  return `busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:${name}-2::${name}##${specification}::2.1`
}

/** The process of documents of plain EN 16931 (code lists of Peppol, document types). */
const EN_16931_PROCESS = 'urn:fdc:peppol.eu:poacc:en16931:any'

/**
 * The business process of a document (BT-23) in the form of the network, which has one for plain
 * EN 16931.
 */
export function processId({
  specification,
  businessProcess = PEPPOL_BILLING_PROCESS,
}: {
  readonly specification: string
  readonly businessProcess?: string | undefined
}): string {
  return `cenbii-procid-ubl::${specification === EN_16931 ? EN_16931_PROCESS : businessProcess}`
}
