import type { CustomerBefore } from '../../../domain/request/correction.js'
import { Decimal } from '../../../einvoice/model/decimal.js'
import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import { type Identity, identityOf } from '../identity.js'
import type { Fa3Model } from '../model.js'
import { putAmount } from './amount.js'
import { putAddress, putIdentity } from './parties.js'

/** What a correction says beside its reason, its effect and the invoices that it corrects. */
export function putCorrection(sink: DocumentSink, { request: { correction, supplier }, buyer }: Fa3Model): void {
  if (correction === undefined) return
  const { period, correctNumber, supplierBefore, customerBefore, amountBefore, exchangeRateBefore } = correction
  sink.text('OkresFaKorygowanej', period)
  sink.text('NrFaKorygowany', correctNumber)
  if (supplierBefore !== undefined)
    sink.group('Podmiot1K', () => {
      sink.group('DaneIdentyfikacyjne', () => {
        sink.text('NIP', supplier.vatNumber.replace(/^PL/, ''))
        sink.text('Nazwa', supplierBefore.name)
      })
      putAddress(sink, supplierBefore.address)
    })
  if (customerBefore !== undefined)
    sink.group('Podmiot2K', () => {
      sink.group('DaneIdentyfikacyjne', () => {
        putIdentity(sink, identityBefore(customerBefore, buyer))
        sink.text('Nazwa', customerBefore.name)
      })
      putAddress(sink, customerBefore.address)
    })
  putAmount(sink, 'P_15ZK', amountBefore === undefined ? undefined : Decimal.of(amountBefore))
  sink.number('KursWalutyZK', exchangeRateBefore === undefined ? undefined : Decimal.of(exchangeRateBefore), 0)
}

/** A number is the same before and after a correction, so it need not be sent twice. */
function identityBefore({ vatNumber, nationalId, address }: CustomerBefore, buyer: Identity): Identity {
  if (vatNumber === undefined && nationalId === undefined) return buyer
  return identityOf({ vatNumber, nationalId, country: address?.country })
}
