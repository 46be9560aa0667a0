import { defined } from '../../../../domain/defined.js'
import {
  type Agreement,
  CARGOES,
  type DueWithin,
  type PartPayment,
  type PolishInvoicePart,
  type PolishTransport,
  TRANSPORT_MODES,
} from '../../../../domain/request/polish.js'
import { keysOf } from '../../../../domain/keys.js'
import { normalised } from '../../../../einvoice/xml/white-space.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { decimalAt, isMarked, jsonNumber, textAt } from '../values.js'
import { readAddress, readNumbers } from './parties.js'

interface ReadTerms {
  readonly contractReference: string | undefined
  readonly orderReference: string | undefined
  readonly pl: PolishInvoicePart | undefined
}

/**
 * Marks, further due dates, and the terms of the transaction (WarunkiTransakcji).
 * @param parts how many TerminPlatnosci are those of the payment in parts
 * @param isCredit whether differences are read with the opposite sign
 * @param attachment what stands beside Fa
 */
export function readTerms(
  fa: XmlElement | undefined,
  parts: number,
  isCredit: boolean,
  attachment: PolishInvoicePart['attachment'],
): ReadTerms {
  const terms = fa?.child('fa:WarunkiTransakcji')
  const [contract, ...furtherContracts] = readAgreements(terms, 'Umowy', 'Umowy')
  const [order, ...furtherOrders] = readAgreements(terms, 'Zamowienia', 'Zamowienia')
  const lotNumbers = listOf(terms?.all('fa:NrPartiiTowaru').map((each) => normalised(each.stringValue)))
  const part = defined({
    forReceipt: isMarked(fa, 'fa:FP') ? true : undefined,
    relatedParties: isMarked(fa, 'fa:TP') ? true : undefined,
    placeOfIssue: textAt(fa, 'fa:P_1M'),
    contractDate: contract?.date,
    furtherContracts: listOf(furtherContracts),
    orderDate: order?.date,
    furtherOrders: listOf(furtherOrders),
    lotNumbers,
    deliveryTerms: textAt(terms, 'fa:WarunkiDostawy'),
    agreedRate: readAgreedRate(terms),
    transports: listOf((terms?.all('fa:Transport') ?? []).flatMap(readTransport)),
    ...readDueDates(fa, parts),
    partPayments: listOf(readPartPayments(fa, isCredit)),
    attachment,
    chainIntermediary: isMarked(terms, 'fa:PodmiotPosredniczacy') ? true : undefined,
  })
  return {
    contractReference: contract?.number,
    orderReference: order?.number,
    pl: Object.keys(part).length === 0 ? undefined : part,
  }
}

function readPartPayments(fa: XmlElement | undefined, isCredit: boolean): readonly PartPayment[] {
  return (fa?.all('fa:ZaliczkaCzesciowa') ?? []).flatMap((each) => {
    const [date, stated] = [textAt(each, 'fa:P_6Z'), decimalAt(each, 'fa:P_15Z')]
    const amount = jsonNumber(isCredit ? stated?.negated() : stated)
    if (date === undefined || amount === undefined) return []
    return [{ date, amount, ...defined({ exchangeRate: jsonNumber(decimalAt(each, 'fa:KursWalutyZW')) }) }]
  })
}

/** Beside the first day, which is that of every country, and the days of the parts. */
function readDueDates(
  fa: XmlElement | undefined,
  parts: number,
): { readonly [Field in 'dueWithin' | 'furtherDueDates']: PolishInvoicePart[Field] | undefined } {
  const all = fa?.select('fa:Platnosc', 'fa:TerminPlatnosci') ?? []
  const further = all
    .slice(Math.max(1, parts))
    .map((each) => defined({ date: textAt(each, 'fa:Termin'), within: readPeriod(each.child('fa:TerminOpis')) }))
  return {
    dueWithin: readPeriod(all[0]?.child('fa:TerminOpis')),
    furtherDueDates: listOf(further.filter((each) => Object.keys(each).length > 0)),
  }
}

function readPeriod(element: XmlElement | undefined): DueWithin | undefined {
  const count = jsonNumber(decimalAt(element, 'fa:Ilosc'))
  const [timeUnit, from] = [textAt(element, 'fa:Jednostka'), textAt(element, 'fa:ZdarzeniePoczatkowe')]
  return count === undefined || timeUnit === undefined || from === undefined ? undefined : { count, timeUnit, from }
}

function listOf<T>(all: readonly T[] | undefined): readonly T[] | undefined {
  return all === undefined || all.length === 0 ? undefined : all
}

function readAgreements(terms: XmlElement | undefined, element: string, name: string): readonly Agreement[] {
  return (terms?.all(`fa:${element}`) ?? []).flatMap((each) => {
    const agreement = defined({ number: textAt(each, `fa:Nr${name}`), date: textAt(each, `fa:Data${name}`) })
    return Object.keys(agreement).length === 0 ? [] : [agreement]
  })
}

function readAgreedRate(terms: XmlElement | undefined): PolishInvoicePart['agreedRate'] {
  const [rate, currency] = [jsonNumber(decimalAt(terms, 'fa:KursUmowny')), textAt(terms, 'fa:WalutaUmowna')]
  return rate === undefined || currency === undefined ? undefined : { rate, currency }
}

/** The name of a code in the API. */
function nameOf<Table extends Readonly<Record<string, string>>>(
  table: Table,
  code: string | undefined,
): (keyof Table & string) | undefined {
  return keysOf(table).find((name) => table[name] === code)
}

/** Transport; none without its mode and its cargo, which both formats require. */
function readTransport(element: XmlElement): readonly PolishTransport[] {
  const mode = nameOf(TRANSPORT_MODES, textAt(element, 'fa:RodzajTransportu'))
  const otherMode = textAt(element, 'fa:OpisInnegoTransportu')
  const cargo = nameOf(CARGOES, textAt(element, 'fa:OpisLadunku'))
  const otherCargo = textAt(element, 'fa:OpisInnegoLadunku')
  if ((mode ?? otherMode) === undefined || (cargo ?? otherCargo) === undefined) return []
  const via = element.all('fa:WysylkaPrzez').flatMap((each) => readAddress(each) ?? [])
  return [
    defined({
      mode,
      otherMode: mode === undefined ? otherMode : undefined,
      carrier: readCarrier(element.child('fa:Przewoznik')),
      orderNumber: textAt(element, 'fa:NrZleceniaTransportu'),
      cargo,
      otherCargo: cargo === undefined ? otherCargo : undefined,
      packaging: textAt(element, 'fa:JednostkaOpakowania'),
      startsAt: textAt(element, 'fa:DataGodzRozpTransportu'),
      endsAt: textAt(element, 'fa:DataGodzZakTransportu'),
      from: readAddress(element.child('fa:WysylkaZ')),
      via: listOf(via),
      to: readAddress(element.child('fa:WysylkaDo')),
    }),
  ]
}

function readCarrier(element: XmlElement | undefined): PolishTransport['carrier'] {
  const address = readAddress(element?.child('fa:AdresPrzewoznika'))
  if (address === undefined) return undefined
  return { name: textAt(element, 'fa:DaneIdentyfikacyjne/fa:Nazwa') ?? '', ...readNumbers(element), address }
}
