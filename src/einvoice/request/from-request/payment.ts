import type { PaymentMeans } from '../../../domain/request/invoice-request.js'
import { given } from '../given.js'
import type { CreditTransfer, PaymentInstructions } from '../../model/settlement.js'

/** UNTDID 4461: undefined instrument, credit transfer, bank card, SEPA direct debit. */
const NOT_DEFINED = '1'
const CREDIT_TRANSFER = '30'
const CARD = '48'
const DIRECT_DEBIT = '59'

/**
 * BG-16; undefined: there are none. A UBL credit note has no other place for its due date, so it
 * gets payment instructions just for that: `carriesDueDate`.
 */
export function paymentOf(means: PaymentMeans = {}, carriesDueDate: boolean): PaymentInstructions | undefined {
  const { card, directDebit } = means
  const transfers = [means, ...(means.furtherAccounts ?? [])].map(transferOf).filter((each) => each !== undefined)
  const [code, meansText, remittance] = [means.code, means.text, means.remittance].map(given)
  const meansCode =
    code ??
    (transfers.length > 0
      ? CREDIT_TRANSFER
      : card !== undefined
        ? CARD
        : directDebit !== undefined
          ? DIRECT_DEBIT
          : meansText !== undefined || remittance !== undefined || carriesDueDate
            ? NOT_DEFINED
            : undefined)
  if (meansCode === undefined) return undefined
  return {
    meansCode,
    meansText,
    remittance,
    transfers,
    ...(card !== undefined && { card }),
    ...(directDebit !== undefined && {
      directDebit: {
        mandate: given(directDebit.mandate),
        creditor: given(directDebit.creditorId) === undefined ? undefined : { value: directDebit.creditorId ?? '' },
        debitedAccount: account(directDebit.debitedAccount),
      },
    }),
  }
}

/** BG-17; undefined: there is no account. */
function transferOf({
  bankAccount,
  accountName,
  bic,
}: Pick<PaymentMeans, 'bankAccount' | 'accountName' | 'bic'>): CreditTransfer | undefined {
  const [named, serviceProvider, name] = [account(bankAccount), given(bic), given(accountName)]
  if (named === undefined && serviceProvider === undefined && name === undefined) return undefined
  return { account: named, ...(name !== undefined && { accountName: name }), serviceProvider }
}

/** Pasted text may contain any kind of blank. */
function account(pasted: string | undefined): string | undefined {
  // eslint-disable-next-line no-restricted-syntax
  return given(pasted)?.replaceAll(/\s/g, '')
}
