import { defined } from '../../../domain/defined.js'
import type { InvoiceRequest } from '../../../domain/request/invoice-request.js'
import type { Invoice } from '../../model/invoice-model.js'
import type { FrenchParty } from '../../model/extensions.js'
import { type Unsaid, unlessEmpty } from './basics.js'
import type { Profile } from '../../rules/profile.js'
import { frenchPartyToRequest } from './parties.js'

/** What the extension of the profile has of the invoice; that of another can't be said. */
export function extensionsToRequest(
  { thirdPartyPayments = [], frenchParties = {} }: Invoice,
  { extension }: Profile,
  unsaid: Unsaid,
): Pick<InvoiceRequest, 'de' | 'fr'> {
  const parties = Object.entries(frenchParties).filter(
    (entry): entry is [string, FrenchParty] => entry[1] !== undefined,
  )
  if (extension !== 'de') for (const payment of thirdPartyPayments) unsaid.add(payment)
  if (extension !== 'fr') for (const [, party] of parties) unsaid.add(party)
  const payments = thirdPartyPayments.map((payment) => ({ ...payment, amount: unsaid.number(payment.amount, payment) }))
  return defined({
    de: extension === 'de' && payments.length > 0 ? { thirdPartyPayments: payments } : undefined,
    fr:
      extension === 'fr'
        ? unlessEmpty(Object.fromEntries(parties.map(([role, party]) => [role, frenchPartyToRequest(party)])))
        : undefined,
  })
}
