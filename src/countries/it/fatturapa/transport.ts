import { dateTime } from '../../date-time.js'
import type { InvoiceRequest } from '../../../domain/request/invoice-request.js'
import type { Carrier } from '../../../domain/request/italy.js'
import { Decimal } from '../../../einvoice/model/decimal.js'
import { given } from '../../../einvoice/request/given.js'
import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import { latin1 } from '../latin.js'
import { putAddress, putIdentity } from './parties.js'

/**
 * 2.1.9 DatiTrasporto. The delivery date is written as its first instant, because the schema
 * requires a time.
 */
export function putTransport(sink: DocumentSink, { deliveryDate, delivery, it }: InvoiceRequest): void {
  const { carrier, means, reason, packages, goods, weightUnit, grossWeight, netWeight, ...journey } =
    it?.transport ?? {}
  const date = given(deliveryDate)
  sink.group('DatiTrasporto', () => {
    if (carrier !== undefined) putCarrier(sink, carrier)
    sink.text('MezzoTrasporto', means === undefined ? undefined : latin1(means))
    sink.text('CausaleTrasporto', reason === undefined ? undefined : latin1(reason))
    sink.text('NumeroColli', packages === undefined ? undefined : String(packages))
    sink.text('Descrizione', goods === undefined ? undefined : latin1(goods))
    sink.text('UnitaMisuraPeso', weightUnit)
    sink.number('PesoLordo', grossWeight === undefined ? undefined : Decimal.of(grossWeight), 2)
    sink.number('PesoNetto', netWeight === undefined ? undefined : Decimal.of(netWeight), 2)
    sink.text('DataOraRitiro', journey.collectedAt === undefined ? undefined : dateTime(journey.collectedAt))
    sink.text('DataInizioTrasporto', journey.startDate)
    sink.text('TipoResa', journey.incoterm)
    putAddress(sink, 'IndirizzoResa', delivery?.address)
    sink.text('DataOraConsegna', date === undefined ? undefined : `${date}T00:00:00`)
  })
}

function putCarrier(sink: DocumentSink, carrier: Carrier): void {
  sink.group('DatiAnagraficiVettore', () => {
    putIdentity(sink, carrier)
    sink.text('NumeroLicenzaGuida', carrier.drivingLicence)
  })
}
