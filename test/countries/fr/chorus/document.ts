/** SIRET of the seller of the tests. */
export const SELLER = '73282932000074'
/** SIRET of the public body of the tests. */
export const BODY = '21750001600019'

/** What a document says to Chorus Pro. */
export interface Said {
  readonly number: string
  readonly process: string
  readonly seller: string
  readonly buyer: string
  /** BT-81; empty: no means of payment. */
  readonly means: string
  /** BT-84; empty: no account. */
  readonly account: string
  /** BT-10 and BT-13; empty: there is none. */
  readonly service: string
  readonly engagement: string
  /** The name of an attached file; empty: there is none. */
  readonly file: string
}

/** What Chorus Pro accepts. */
const SOUND: Said = {
  number: 'F-1',
  process: 'A1',
  seller: SELLER,
  buyer: BODY,
  means: '30',
  account: 'FR7630006000011234567890189',
  service: '',
  engagement: '',
  file: '',
}

/** A document of UBL as far as Chorus Pro's stand-in looks. */
export function chorusUbl(change: Partial<Said> = {}): string {
  const { number, process, seller, buyer, means, account, service, engagement, file } = { ...SOUND, ...change }
  const party = (role: string, id: string): string =>
    `<cac:${role}><cac:Party><cac:PartyLegalEntity><cbc:CompanyID schemeID="0002">${id}</cbc:CompanyID>` +
    `</cac:PartyLegalEntity></cac:Party></cac:${role}>`
  const accountXml =
    account === '' ? '' : `<cac:PayeeFinancialAccount><cbc:ID>${account}</cbc:ID></cac:PayeeFinancialAccount>`
  return (
    '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" ' +
    'xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" ' +
    'xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">' +
    `<cbc:CustomizationID>urn:cen.eu:en16931:2017</cbc:CustomizationID><cbc:ProfileID>${process}</cbc:ProfileID>` +
    `<cbc:ID>${number}</cbc:ID><cbc:IssueDate>2026-11-22</cbc:IssueDate>` +
    (service === '' ? '' : `<cbc:BuyerReference>${service}</cbc:BuyerReference>`) +
    (engagement === '' ? '' : `<cac:OrderReference><cbc:ID>${engagement}</cbc:ID></cac:OrderReference>`) +
    (file === ''
      ? ''
      : '<cac:AdditionalDocumentReference><cbc:ID>1</cbc:ID><cac:Attachment>' +
        `<cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="${file}">JVBERg==</cbc:EmbeddedDocumentBinaryObject>` +
        '</cac:Attachment></cac:AdditionalDocumentReference>') +
    party('AccountingSupplierParty', seller) +
    party('AccountingCustomerParty', buyer) +
    (means === ''
      ? ''
      : `<cac:PaymentMeans><cbc:PaymentMeansCode>${means}</cbc:PaymentMeansCode>${accountXml}</cac:PaymentMeans>`) +
    '</Invoice>'
  )
}
