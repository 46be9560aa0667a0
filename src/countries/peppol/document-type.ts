import type { DetectedDocument } from '../../einvoice/syntax/invoice-document.js'

/** A document type of the network: root element, specification (BT-24) and version. */
export function documentTypeId(root: DetectedDocument['root'], specification: string): string {
  if (root === 'rsm:CrossIndustryInvoice')
    return `busdox-docid-qns::urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::CrossIndustryInvoice##${specification}::D16B`
  const name = root.slice(root.indexOf(':') + 1)
  return `busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:${name}-2::${name}##${specification}::2.1`
}

/** A business process (BT-23) in the form of the network. */
export function processId(businessProcess: string): string {
  return `cenbii-procid-ubl::${businessProcess}`
}
