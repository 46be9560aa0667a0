import type { Answer } from '../local-server.js'
import type { AccessPointOptions } from './options.js'

const BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'
const SELF_BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0'
const XRECHNUNG = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'
const XRECHNUNG_EXTENSION = `${XRECHNUNG}#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0`

/** Document types of UBL invoices and credit notes. */
export const UBL_TYPES = [BILLING, SELF_BILLING, XRECHNUNG, XRECHNUNG_EXTENSION].flatMap((specification) =>
  ['Invoice', 'CreditNote'].map(
    (root) =>
      `busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:${root}-2::${root}##${specification}::2.1`,
  ),
)

/** The document type of XRechnung as a Cross Industry Invoice. */
export const CII_TYPE = `busdox-docid-qns::urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::CrossIndustryInvoice##${XRECHNUNG}::D16B`

/** What a register (SMP 1.0) answers about a participant, whose encoded identifier is given. */
export function registered(encoded: string, options: AccessPointOptions): Answer {
  const [, value = ''] = decodeURIComponent(encoded).split('::')
  if (options.unregistered?.includes(value)) return { status: 404, body: '' }
  const types = options.documentTypes?.[value] ?? [...UBL_TYPES, CII_TYPE]
  const references = types.map(
    (type) => `<ServiceMetadataReference href="http://smp/${encoded}/services/${encodeURIComponent(type)}"/>`,
  )
  const body =
    '<ServiceGroup xmlns="http://busdox.org/serviceMetadata/publishing/1.0/"><ServiceMetadataReferenceCollection>' +
    `${references.join('')}</ServiceMetadataReferenceCollection></ServiceGroup>`
  return { status: 200, headers: { 'content-type': 'application/xml' }, body }
}
