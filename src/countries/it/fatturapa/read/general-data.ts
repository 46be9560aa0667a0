import type { InvoiceRequest, SocialFund, Withholding } from '../../../../domain/request/invoice-request.js'
import { defined } from '../../../../domain/defined.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { invoiceTypeOf, isImplied } from '../../document-types.js'
import { exemptionOf, type NaturaContext } from '../../natura.js'
import { codeIn, dayIn, numberIn, textIn } from '../values.js'

type GeneralData = Pick<
  InvoiceRequest,
  | 'invoiceType'
  | 'documentType'
  | 'number'
  | 'currency'
  | 'issueDate'
  | 'note'
  | 'withholdings'
  | 'stampDuty'
  | 'socialFunds'
  | 'roundingAmount'
>

/** 2.1.1 DatiGeneraliDocumento. */
export function readGeneralData(element: XmlElement | undefined, context: NaturaContext): GeneralData {
  const type = codeIn(element, 'TipoDocumento') ?? ''
  const notes = (element?.all('Causale') ?? []).map(({ stringValue }) =>
    stringValue.replaceAll(/[\t\r\n]/g, ' ').trim(),
  )
  return {
    invoiceType: invoiceTypeOf(type),
    number: textIn(element, 'Numero') ?? '',
    currency: codeIn(element, 'Divisa') ?? '',
    issueDate: dayIn(element, 'Data') ?? '',
    ...defined({
      documentType: type === '' || isImplied(type) ? undefined : type,
      note: notes.length === 0 ? undefined : notes.join('\n'),
      withholdings: some(element?.all('DatiRitenuta').map(readWithholding)),
      stampDuty: numberIn(element?.child('DatiBollo'), 'ImportoBollo'),
      roundingAmount: numberIn(element, 'Arrotondamento'),
      socialFunds: some(element?.all('DatiCassaPrevidenziale').map((fund) => readFund(fund, context))),
    }),
  }
}

function some<T>(found: readonly T[] = []): readonly T[] | undefined {
  return found.length === 0 ? undefined : found
}

function readWithholding(element: XmlElement): Withholding {
  return {
    type: codeIn(element, 'TipoRitenuta') ?? '',
    rate: numberIn(element, 'AliquotaRitenuta') ?? 0,
    reason: codeIn(element, 'CausalePagamento') ?? '',
    ...defined({ amount: numberIn(element, 'ImportoRitenuta') }),
  }
}

function readFund(element: XmlElement, context: NaturaContext): SocialFund {
  const natura = codeIn(element, 'Natura')
  return {
    type: codeIn(element, 'TipoCassa') ?? '',
    rate: numberIn(element, 'AlCassa') ?? 0,
    vatRate: numberIn(element, 'AliquotaIVA') ?? 0,
    ...(natura !== undefined && exemptionOf(natura, undefined, context)),
    ...defined({
      base: numberIn(element, 'ImponibileCassa'),
      withholding: codeIn(element, 'Ritenuta') === 'SI' ? true : undefined,
    }),
  }
}
