import { defined } from '../../../domain/defined.js'
import type { PaymentMeans } from '../../../domain/request/invoice-request.js'
import { paymentOf } from '../from-request/payment.js'
import { given } from '../given.js'
import type { Invoice } from '../../model/invoice-model.js'
import type { CreditTransfer } from '../../model/settlement.js'
import { filled, unlessEmpty } from './basics.js'

/** BG-16 and BT-20; BT-81 only if it does not follow from the other fields. */
export function paymentToRequest({ payment, paymentTerms, kind, paymentDueDate }: Invoice): PaymentMeans | undefined {
  const [first, ...further] = (payment?.transfers ?? []).map(accountToRequest).filter((each) => each !== undefined)
  const { card, directDebit } = payment ?? {}
  const means = defined({
    text: given(payment?.meansText),
    remittance: given(payment?.remittance),
    ...first,
    furtherAccounts: filled(further),
    card: card && defined({ accountNumber: card.accountNumber, holderName: given(card.holderName) }),
    directDebit:
      directDebit &&
      defined({
        mandate: given(directDebit.mandate),
        creditorId: given(directDebit.creditor?.value),
        debitedAccount: given(directDebit.debitedAccount),
      }),
    paymentTerms: given(paymentTerms),
  })
  const derivedCode = paymentOf(means, kind === 'creditNote' && paymentDueDate !== undefined)?.meansCode
  const code = given(payment?.meansCode)
  return unlessEmpty(code === undefined || code === derivedCode ? means : { code, ...means })
}

/** BG-17; undefined: no account is named. */
function accountToRequest({ account, accountName, serviceProvider }: CreditTransfer) {
  return unlessEmpty(
    defined({ bankAccount: given(account), accountName: given(accountName), bic: given(serviceProvider) }),
  )
}
