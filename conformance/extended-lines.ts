import type { Editable } from './editable.js'

/** A line of an invoice in EXTENDED-CTC-FR. */
export interface ExtendedLine {
  readonly id: string
  readonly parent?: string
  readonly subtype?: 'GROUP' | 'DETAIL' | 'INFORMATION'
  readonly net: string
  readonly category?: string
  readonly rate?: string
  /** The sub-invoice that the line belongs to. */
  readonly part?: SubInvoice
  /** EXT-FR-FE-181 of a sub-invoice. */
  readonly vat?: string
  /** EXT-FR-FE-184 of a sub-invoice in CII; absent: the sum. UBL 2.1 has no place for it. */
  readonly gross?: string
}

/** The part of one seller in an invoice by several, or in both directions. */
export interface SubInvoice {
  readonly number: string
  readonly process: string
  readonly seller: string
  readonly siren: string
}

type Content = string | Editable | null

/**
 * An element with texts and elements; attributes follow the name: `cbc:ID@schemeID=0002`. Null
 * adds nothing.
 */
export function el(written: string, ...content: readonly Content[]): Editable {
  const [name = '', ...attributes] = written.split(/[@=]/)
  const given = content.filter((each) => each !== null)
  return {
    name,
    attributes,
    text: given.filter((each) => typeof each === 'string').join(''),
    raw: null,
    children: given.filter((each) => typeof each !== 'string'),
  }
}

/** Nested elements, from the outermost: `cac:Party/cac:PostalAddress`. */
export function nested(path: string, ...content: readonly Content[]): Editable {
  const [outer = '', ...inner] = path.split('/')
  return inner.length === 0 ? el(outer, ...content) : el(outer, nested(inner.join('/'), ...content))
}

/** A line in UBL. `invoice` is the number (BT-1) to which it refers for its subtype. */
export function ublLine(line: ExtendedLine, invoice: string, isCreditNote = false): Editable {
  const { id, parent, subtype, net, category = 'S', rate = '20.00', part, vat } = line
  const isItem = subtype === undefined || subtype === 'DETAIL'
  const hasReason = part !== undefined && subtype === 'DETAIL'
  return el(
    isCreditNote ? 'cac:CreditNoteLine' : 'cac:InvoiceLine',
    el('cbc:ID', id),
    isItem ? el(`cbc:${isCreditNote ? 'Credited' : 'Invoiced'}Quantity@unitCode=C62`, '1') : null,
    el('cbc:LineExtensionAmount@currencyID=EUR', net),
    subtype === undefined
      ? null
      : el(
          'cac:BillingReference',
          el('cac:InvoiceDocumentReference', el('cbc:ID', invoice), el('cbc:DocumentStatusCode', subtype)),
          parent === undefined ? null : nested('cac:BillingReferenceLine/cbc:ID', parent),
        ),
    ...(part === undefined ? [] : [ublObject('AFL', part.number), ublObject('AVV', part.process)]),
    vat === undefined ? null : nested('cac:TaxTotal/cbc:TaxAmount@currencyID=EUR', vat),
    el(
      'cac:Item',
      el('cbc:Name', `Item ${id}`),
      isItem
        ? el(
            'cac:ClassifiedTaxCategory',
            el('cbc:ID', category),
            el('cbc:Percent', rate),
            hasReason ? el('cbc:TaxExemptionReason', `#${part.number}#`) : null,
            nested('cac:TaxScheme/cbc:ID', 'VAT'),
          )
        : null,
      el(
        'cac:AdditionalItemProperty',
        el('cbc:Name', 'Weight'),
        el('cbc:NameCode', 'AAA'),
        el('cbc:ValueQuantity@unitCode=KGM', '1.5'),
      ),
      part === undefined
        ? null
        : el(
            'cac:ManufacturerParty',
            nested('cac:PostalAddress/cac:Country/cbc:IdentificationCode', 'FR'),
            el(
              'cac:PartyLegalEntity',
              el('cbc:RegistrationName', part.seller),
              el('cbc:CompanyID@schemeID=0002', part.siren),
            ),
          ),
    ),
    isItem ? nested('cac:Price/cbc:PriceAmount@currencyID=EUR', net) : null,
    el('cac:DeliveryTerms', el('cbc:ID', 'DAP'), nested('cac:DeliveryLocation/cbc:Name', 'Nantes')),
  )
}

function ublObject(scheme: string, value: string): Editable {
  return el('cac:DocumentReference', el(`cbc:ID@schemeID=${scheme}`, value), el('cbc:DocumentTypeCode', '130'))
}

/** A line in CII. */
export function ciiLine(line: ExtendedLine): Editable {
  const { id, parent, subtype, net, category = 'S', rate = '20.00', part, vat, gross } = line
  const isItem = subtype === undefined || subtype === 'DETAIL'
  const hasReason = part !== undefined && subtype === 'DETAIL'
  return el(
    'ram:IncludedSupplyChainTradeLineItem',
    el(
      'ram:AssociatedDocumentLineDocument',
      el('ram:LineID', id),
      parent === undefined ? null : el('ram:ParentLineID', parent),
      subtype === undefined ? null : el('ram:LineStatusReasonCode', subtype),
    ),
    el(
      'ram:SpecifiedTradeProduct',
      el('ram:Name', `Item ${id}`),
      el(
        'ram:ApplicableProductCharacteristic',
        el('ram:TypeCode', 'AAA'),
        el('ram:Description', 'Weight'),
        el('ram:Value', '1.5 kg'),
      ),
    ),
    el(
      'ram:SpecifiedLineTradeAgreement',
      el(
        'ram:ApplicableTradeDeliveryTerms',
        el('ram:DeliveryTypeCode', 'DAP'),
        nested('ram:RelevantTradeLocation/ram:Name', 'Nantes'),
      ),
      isItem
        ? el(
            'ram:GrossPriceProductTradePrice',
            el('ram:ChargeAmount', '500.00'),
            el(
              'ram:AppliedTradeAllowanceCharge',
              nested('ram:ChargeIndicator/udt:Indicator', 'false'),
              el('ram:ActualAmount', (500 - Number(net)).toFixed(2)),
              el('ram:ReasonCode', '95'),
            ),
          )
        : null,
      isItem ? nested('ram:NetPriceProductTradePrice/ram:ChargeAmount', net) : null,
      part === undefined
        ? null
        : el(
            'ram:ItemSellerTradeParty',
            el('ram:Name', part.seller),
            nested('ram:SpecifiedLegalOrganization/ram:ID@schemeID=0002', part.siren),
            nested('ram:PostalTradeAddress/ram:CountryID', 'FR'),
          ),
    ),
    isItem ? nested('ram:SpecifiedLineTradeDelivery/ram:BilledQuantity@unitCode=C62', '1') : null,
    el(
      'ram:SpecifiedLineTradeSettlement',
      isItem
        ? el(
            'ram:ApplicableTradeTax',
            el('ram:TypeCode', 'VAT'),
            hasReason ? el('ram:ExemptionReason', `#${part.number}#`) : null,
            el('ram:CategoryCode', category),
            el('ram:RateApplicablePercent', rate),
          )
        : null,
      el(
        'ram:SpecifiedTradeSettlementLineMonetarySummation',
        el('ram:LineTotalAmount', net),
        vat === undefined ? null : el('ram:TaxTotalAmount@currencyID=EUR', vat),
        vat === undefined ? null : el('ram:GrandTotalAmount', gross ?? (Number(net) + Number(vat)).toFixed(2)),
      ),
      ...(part === undefined ? [] : [ciiObject('AFL', part.number), ciiObject('AVV', part.process)]),
    ),
  )
}

function ciiObject(scheme: string, value: string): Editable {
  return el(
    'ram:AdditionalReferencedDocument',
    el('ram:IssuerAssignedID', value),
    el('ram:TypeCode', '130'),
    el('ram:ReferenceTypeCode', scheme),
  )
}
