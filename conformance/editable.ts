import type { XmlElement } from '../src/einvoice/xml/element.js'

/** An element that may be changed and written again. */
export interface Editable {
  name: string
  text: string
  /** Written as it is in place of the text: comments, processing instructions, character data. */
  raw: string | null
  /** Names and values in turn. */
  attributes: string[]
  children: Editable[]
}

/** A copy of an element, and of all in it, that may be changed. */
export function editable(element: XmlElement): Editable {
  const { name, text } = element
  return { name, text, raw: null, attributes: [...element.attributes], children: element.children.map(editable) }
}

/** A copy that shares nothing with the element. */
export function copied(element: Editable): Editable {
  return { ...element, attributes: [...element.attributes], children: element.children.map(copied) }
}

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:'
const CII = 'urn:un:unece:uncefact:data:standard:'
/** The namespaces of the syntaxes by their official prefixes. */
export const NAMESPACES: Readonly<Record<string, string>> = {
  ubl: `${UBL}Invoice-2`,
  cn: `${UBL}CreditNote-2`,
  cac: `${UBL}CommonAggregateComponents-2`,
  cbc: `${UBL}CommonBasicComponents-2`,
  ext: `${UBL}CommonExtensionComponents-2`,
  sig: `${UBL}CommonSignatureComponents-2`,
  rsm: `${CII}CrossIndustryInvoice:100`,
  cdar: `${CII}CrossDomainAcknowledgementAndResponse:100`,
  ram: `${CII}ReusableAggregateBusinessInformationEntity:100`,
  qdt: `${CII}QualifiedDataType:100`,
  udt: `${CII}UnqualifiedDataType:100`,
  p: 'http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2',
  xsi: 'http://www.w3.org/2001/XMLSchema-instance',
}

/** As XML, with the official prefixes. */
export function written(root: Editable): string {
  const declarations = Object.entries(NAMESPACES).map(([prefix, namespace]) => ` xmlns:${prefix}="${namespace}"`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, declarations.join(''))}`
}

/** One element without declarations, as it stands in a document. */
export function fragment(of: Editable): string {
  return element(of)
}

function element({ name, text, raw, attributes, children }: Editable, declarations = ''): string {
  const foreign = /^\{(.*)\}(.*)$/.exec(name)
  const [tag, own] = foreign === null ? [name, ''] : [foreign[2] ?? '', ` xmlns="${escaped(foreign[1] ?? '')}"`]
  const pairs: string[] = []
  for (let index = 0; index < attributes.length; index += 2) {
    const attribute = attributes[index] ?? ''
    if (!attribute.startsWith('{')) pairs.push(` ${attribute}="${escaped(attributes[index + 1] ?? '')}"`)
  }
  return `<${tag}${declarations}${own}${pairs.join('')}>${raw ?? escaped(text)}${children.map((child) => element(child)).join('')}</${tag}>`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\t', '&#9;')
}
