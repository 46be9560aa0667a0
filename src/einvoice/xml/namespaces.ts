const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:'
const CII = 'urn:un:unece:uncefact:data:standard:'

/** The prefixes of the official schematrons, so that paths look the same here and there. */
const PREFIXES: ReadonlyMap<string, string> = new Map([
  [`${UBL}Invoice-2`, 'ubl:'],
  [`${UBL}CreditNote-2`, 'cn:'],
  [`${UBL}CommonAggregateComponents-2`, 'cac:'],
  [`${UBL}CommonBasicComponents-2`, 'cbc:'],
  [`${UBL}CommonExtensionComponents-2`, 'ext:'],
  [`${UBL}CommonSignatureComponents-2`, 'sig:'],
  [`${UBL}SignatureAggregateComponents-2`, 'sac:'],
  [`${UBL}SignatureBasicComponents-2`, 'sbc:'],
  ['http://www.w3.org/2000/09/xmldsig#', 'ds:'],
  [`${CII}CrossIndustryInvoice:100`, 'rsm:'],
  // The official one is `rsm:` as well.
  [`${CII}CrossDomainAcknowledgementAndResponse:100`, 'cdar:'],
  [`${CII}ReusableAggregateBusinessInformationEntity:100`, 'ram:'],
  [`${CII}QualifiedDataType:100`, 'qdt:'],
  [`${CII}UnqualifiedDataType:100`, 'udt:'],
  ['http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2', 'p:'],
  // The official one is `p:` as well.
  ['http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.0', 'fs:'],
  ['http://crd.gov.pl/wzor/2025/06/25/13775/', 'fa:'],
  ['http://www.w3.org/2001/XMLSchema-instance', 'xsi:'],
  ['http://www.w3.org/XML/1998/namespace', 'xml:'],
])

/**
 * The start of a name in a namespace: `cbc:` for those of the invoice syntaxes, `{uri}` for all
 * others, empty for none.
 */
export function canonicalPrefix(namespace: string): string {
  return namespace === '' ? '' : (PREFIXES.get(namespace) ?? `{${namespace}}`)
}

/** Whether a canonical name is one in a namespace. */
export function hasNamespace(name: string): boolean {
  return name.startsWith('{') || name.includes(':')
}
