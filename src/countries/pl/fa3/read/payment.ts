import { defined } from '../../../../domain/defined.js'
import type { InvoiceRequest, PaymentMeans } from '../../../../domain/request/invoice-request.js'
import { Decimal } from '../../../../einvoice/model/decimal.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { KEYS } from '../../descriptions.js'
import { meansOfForm } from '../../payment-forms.js'
import { accountElement, ROUNDING } from '../payment.js'
import type { ReadDescriptions } from './descriptions.js'
import { decimalAt, isMarked, jsonNumber, textAt } from '../values.js'

/** Platnosc, except the due date. `hasFactor`: whether a factor is among the third parties. */
export function readPaymentMeans(
  fa: XmlElement | undefined,
  descriptions: ReadDescriptions,
  hasFactor: boolean,
): PaymentMeans | undefined {
  const payment = fa?.child('fa:Platnosc')
  // Accounts of the other kind would be written as accounts of this one.
  const accounts = payment?.all(`fa:${accountElement(hasFactor)}`) ?? []
  const [account = {}, ...others] = accounts.map(readAccount)
  const { code, text } = meansOfForm(
    defined({
      form: textAt(payment, 'fa:FormaPlatnosci'),
      otherForm: textAt(payment, 'fa:OpisPlatnosci'),
      code: descriptions.take(KEYS.paymentCode),
      text: descriptions.take(KEYS.paymentText),
    }),
  )
  // A transfer to an account is the default.
  const isImplied = code === TRANSFER && Object.keys(account).length > 0
  const means = defined({
    code: isImplied ? undefined : code,
    text,
    ...account,
    furtherAccounts: others.length > 0 ? others : undefined,
    paymentTerms: descriptions.take(KEYS.paymentTerms),
  })
  return Object.keys(means).length === 0 ? undefined : means
}

/** UNTDID 4461. */
const TRANSFER = '30'

function readAccount(account: XmlElement): Pick<PaymentMeans, 'bankAccount' | 'bic' | 'accountName'> {
  return defined({
    bankAccount: textAt(account, 'fa:NrRB'),
    bic: textAt(account, 'fa:SWIFT'),
    accountName: textAt(account, 'fa:OpisRachunku'),
  })
}

/**
 * BT-113 and BT-114. Deductions count as already paid, and additional charges reduce the prepaid
 * amount, so that the amount due is right. A payment in Platnosc also counts, with its day if it
 * is the only one.
 */
export function readSettlement(
  fa: XmlElement | undefined,
  isCredit: boolean,
): { readonly [Field in 'prepaidAmount' | 'paidAt' | 'roundingAmount']: InvoiceRequest[Field] | undefined } {
  const settlement = fa?.child('fa:Rozliczenie')
  const [charges, deductions] = ['fa:Obciazenia', 'fa:Odliczenia'].map((name) => settlement?.all(name) ?? [])
  const isRounding = (each: XmlElement): boolean => textAt(each, 'fa:Powod') === ROUNDING
  const sum = (all: readonly XmlElement[] = []): Decimal =>
    Decimal.sum(all.map((each) => decimalAt(each, 'fa:Kwota') ?? Decimal.zero))
  const amount = (value: Decimal): number | undefined => jsonNumber(isCredit ? value.negated() : value)
  const others = charges?.filter((each) => !isRounding(each)) ?? []
  const inPayment = paidIn(fa)
  const isDeducted = (deductions?.length ?? 0) + others.length > 0
  const isPaid = inPayment !== undefined || isDeducted
  const rounding = charges?.filter(isRounding) ?? []
  const paid = sum(deductions)
    .minus(sum(others))
    .plus(inPayment ?? Decimal.zero)
  return {
    prepaidAmount: isPaid ? amount(paid) : undefined,
    paidAt: isPaid && !isDeducted ? dayOfPayment(fa) : undefined,
    roundingAmount: rounding.length > 0 ? amount(sum(rounding)) : undefined,
  }
}

/** The day of the only payment. */
function dayOfPayment(fa: XmlElement | undefined): string | undefined {
  const payment = fa?.child('fa:Platnosc')
  const parts = payment?.all('fa:ZaplataCzesciowa') ?? []
  if (parts.length > 1) return undefined
  return textAt(payment, 'fa:DataZaplaty') ?? textAt(parts[0], 'fa:DataZaplatyCzesciowej')
}

/** The paid amount in Platnosc: all, or in parts. */
function paidIn(fa: XmlElement | undefined): Decimal | undefined {
  const payment = fa?.child('fa:Platnosc')
  if (isMarked(payment, 'fa:Zaplacono')) return decimalAt(fa, 'fa:Rozliczenie/fa:DoZaplaty') ?? decimalAt(fa, 'fa:P_15')
  const parts = payment?.all('fa:ZaplataCzesciowa') ?? []
  return parts.length === 0
    ? undefined
    : Decimal.sum(parts.map((part) => decimalAt(part, 'fa:KwotaZaplatyCzesciowej') ?? Decimal.zero))
}
