import type { PaymentInstructions } from '../model-settlement.js'
import { isIban } from './peppol-check-digits.js'
import { normalised, type Rule, type Term } from './rule.js'

const TRANSFERS: ReadonlySet<string> = new Set(['30', '58'])
const CARDS: ReadonlySet<string> = new Set(['48', '54', '55'])
const DIRECT_DEBITS: ReadonlySet<string> = new Set(['59'])

/** BR-DE-19 to BR-DE-31: the group of payment details goes with the code of the payment means. Ids as in `germanRules`. */
export const GERMAN_PAYMENT_RULES: readonly Rule[] = [
  {
    ...{ id: '19', severity: 'warning', terms: ['BT-84'] },
    message: 'The account {} of a SEPA credit transfer is not an IBAN',
    fix: 'Correct paymentMeans.bankAccount; the third and fourth characters are check digits',
    check: ({ payment }, breach) => {
      if (payment === undefined || normalised(payment.meansCode) !== '58') return
      const accounts = payment.transfers.length === 0 ? [undefined] : payment.transfers.map(({ account }) => account)
      accounts.forEach((account, index) => {
        if (!isIban(account ?? '')) breach('BT-84', index, account)
      })
    },
  },
  needs(
    '23-a',
    'BG-17',
    TRANSFERS,
    'a credit transfer, but no account is given',
    'paymentMeans.bankAccount',
    hasTransfer,
  ),
  excludes('23-b', 'BG-18', TRANSFERS, 'a credit transfer, but a card or a direct debit is given', (payment) => [
    payment.card,
    mandateOf(payment),
  ]),
  needs('24-a', 'BG-18', CARDS, 'card, but no card is given', 'the card', ({ card }) => card !== undefined),
  excludes('24-b', 'BG-17', CARDS, 'card, but an account or a direct debit is given', (payment) => [
    payment.transfers[0],
    mandateOf(payment),
  ]),
  {
    ...{ id: '20', severity: 'warning', terms: ['BT-91'] },
    message: 'The debited account {} of a SEPA direct debit is not an IBAN',
    fix: 'Correct the IBAN; its third and fourth characters are check digits',
    check: ({ payment }, breach) => {
      if (payment === undefined || normalised(payment.meansCode) !== '59') return
      const account = payment.directDebit?.debitedAccount
      if (!isIban(account ?? '')) breach('BT-91', undefined, account)
    },
  },
  needs('25-a', 'BG-19', DIRECT_DEBITS, 'direct debit, but no mandate is given', 'the mandate', (payment) => {
    return mandateOf(payment) !== undefined
  }),
  excludes('25-b', 'BG-17', DIRECT_DEBITS, 'direct debit, but an account or a card is given', ({ transfers, card }) => [
    transfers[0],
    card,
  ]),
  {
    id: '30',
    terms: ['BT-90'],
    message: 'A direct debit does not name its creditor',
    fix: "Give the creditor's identifier that the bank assigned",
    check: ({ payment }, breach) => {
      if (mandateOf(payment) !== undefined && payment?.directDebit?.creditor === undefined) breach('BT-90')
    },
  },
  {
    id: '31',
    terms: ['BT-91'],
    message: 'A direct debit does not name the account to debit',
    fix: 'Give the account that is to be debited',
    check: ({ payment }, breach) => {
      if (mandateOf(payment) !== undefined && payment?.directDebit?.debitedAccount === undefined) breach('BT-91')
    },
  },
]

/** A direct debit that has more than its creditor, who in UBL is one of the seller's identifiers. */
function mandateOf(payment: PaymentInstructions | undefined): PaymentInstructions['directDebit'] {
  const debit = payment?.directDebit
  return debit?.mandate === undefined && debit?.debitedAccount === undefined ? undefined : debit
}

/** Each payment means of UBL has one account; one without anything in it stands for a payment means that has none. */
function hasTransfer({ transfers }: PaymentInstructions): boolean {
  return (
    transfers.length > 0 &&
    transfers.every(
      ({ account, accountName, serviceProvider }) => (account ?? accountName ?? serviceProvider) !== undefined,
    )
  )
}

function needs(
  id: string,
  term: Term,
  codes: ReadonlySet<string>,
  what: string,
  field: string,
  isGiven: (payment: PaymentInstructions) => boolean,
): Rule {
  return {
    ...{ id, terms: [term, 'BT-81'], message: `Payment is by ${what}`, fix: `Give ${field}` },
    check: ({ payment }, breach) => {
      if (payment !== undefined && codes.has(normalised(payment.meansCode)) && !isGiven(payment)) breach(term)
    },
  }
}

function excludes(
  id: string,
  term: Term,
  codes: ReadonlySet<string>,
  what: string,
  others: (payment: PaymentInstructions) => readonly (object | undefined)[],
): Rule {
  return {
    ...{ id, terms: [term, 'BT-81'], message: `Payment is by ${what}` },
    fix: 'Give only what belongs to the code of the payment means',
    check: ({ payment }, breach) => {
      if (payment === undefined || !codes.has(normalised(payment.meansCode))) return
      if (others(payment).some((other) => other !== undefined)) breach(term)
    },
  }
}
