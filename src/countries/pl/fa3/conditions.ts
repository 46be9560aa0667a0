import { CARGOES, type PolishTransport, TRANSPORT_MODES } from '../../../domain/request/polish.js'
import { Decimal } from '../../../einvoice/model/decimal.js'
import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import { dateTime } from '../../date-time.js'
import { identityOf } from '../identity.js'
import type { Fa3Model } from '../model.js'
import { putAddress, putIdentity } from './parties.js'

/** WarunkiTransakcji: contracts, orders, lots, terms of delivery, the agreed rate, transports. */
export function putConditions(sink: DocumentSink, { invoice, request: { pl = {} } }: Fa3Model): void {
  const { furtherContracts = [], furtherOrders = [], lotNumbers = [], agreedRate, transports = [] } = pl
  sink.group('WarunkiTransakcji', () => {
    const contract = { number: invoice.contractReference, date: pl.contractDate }
    putAgreement(sink, 'Umowy', contract, contract.number === undefined ? 'pl.contractDate' : 'contractReference')
    for (const [index, each] of furtherContracts.entries())
      putAgreement(sink, 'Umowy', each, `pl.furtherContracts[${index}]`)
    const order = { number: invoice.purchaseOrderReference, date: pl.orderDate }
    putAgreement(sink, 'Zamowienia', order, order.number === undefined ? 'pl.orderDate' : 'orderReference')
    for (const [index, each] of furtherOrders.entries())
      putAgreement(sink, 'Zamowienia', each, `pl.furtherOrders[${index}]`)
    for (const number of lotNumbers) sink.text('NrPartiiTowaru', number)
    sink.text('WarunkiDostawy', pl.deliveryTerms)
    sink.number('KursUmowny', agreedRate && Decimal.of(agreedRate.rate), 0)
    sink.text('WalutaUmowna', agreedRate?.currency)
    for (const [index, transport] of transports.entries()) putTransport(sink, transport, `pl.transports[${index}]`)
    sink.text('PodmiotPosredniczacy', pl.chainIntermediary === true ? '1' : undefined)
  })
}

/** `number` and `date` may be absent in the first one, whose fields are apart. */
interface Written {
  readonly number?: string | undefined
  readonly date?: string | undefined
}

function putAgreement(
  sink: DocumentSink,
  element: 'Umowy' | 'Zamowienia',
  { number, date }: Written,
  field: string,
): void {
  const [day, id] = element === 'Umowy' ? ['DataUmowy', 'NrUmowy'] : ['DataZamowienia', 'NrZamowienia']
  const children = (): void => {
    sink.text(day, date)
    sink.text(id, number)
  }
  sink.group(element, children, undefined, { field, isWhole: !field.endsWith(']') })
}

function putTransport(sink: DocumentSink, transport: PolishTransport, field: string): void {
  const { mode, otherMode, carrier, orderNumber, cargo, otherCargo, packaging, from, via = [], to } = transport
  const children = (): void => {
    sink.text('RodzajTransportu', mode && TRANSPORT_MODES[mode])
    sink.text('TransportInny', otherMode === undefined ? undefined : '1')
    sink.text('OpisInnegoTransportu', otherMode)
    if (carrier !== undefined)
      sink.group('Przewoznik', () => {
        sink.group('DaneIdentyfikacyjne', () => {
          putIdentity(sink, identityOf({ ...carrier, country: carrier.address.country }))
          sink.text('Nazwa', carrier.name)
        })
        putAddress(sink, carrier.address, { element: 'AdresPrzewoznika' })
      })
    sink.text('NrZleceniaTransportu', orderNumber)
    sink.text('OpisLadunku', cargo && CARGOES[cargo])
    sink.text('LadunekInny', otherCargo === undefined ? undefined : '1')
    sink.text('OpisInnegoLadunku', otherCargo)
    sink.text('JednostkaOpakowania', packaging)
    sink.text('DataGodzRozpTransportu', momentOf(transport.startsAt))
    sink.text('DataGodzZakTransportu', momentOf(transport.endsAt))
    putAddress(sink, from, { element: 'WysylkaZ' })
    for (const [index, each] of via.entries())
      putAddress(sink, each, { element: 'WysylkaPrzez', place: { field: `${field}.via[${index}]` } })
    putAddress(sink, to, { element: 'WysylkaDo' })
  }
  sink.group('Transport', children, undefined, { field })
}

function momentOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : dateTime(text)
}
