import { defined } from '../../../domain/defined.js'
import type { CountryCode, InvoiceRequest } from '../../../domain/request/invoice-request.js'
import type { Invoice } from '../../model/invoice-model.js'
import type { FrenchParty } from '../../model/extensions.js'
import { type Unsaid, unlessEmpty } from './basics.js'
import { frenchPartyToRequest } from './parties.js'

/** What the extension of the country has of the invoice; that of another can't be said. */
export function extensionsToRequest(
  { thirdPartyPayments = [], frenchParties = {} }: Invoice,
  country: CountryCode,
  unsaid: Unsaid,
): Pick<InvoiceRequest, 'de' | 'fr'> {
  const parties = Object.entries(frenchParties).filter(
    (entry): entry is [string, FrenchParty] => entry[1] !== undefined,
  )
  if (country !== 'DE') for (const payment of thirdPartyPayments) unsaid.add(payment)
  if (country !== 'FR') for (const [, party] of parties) unsaid.add(party)
  const payments = thirdPartyPayments.map((payment) => ({ ...payment, amount: unsaid.number(payment.amount, payment) }))
  return defined({
    de: country === 'DE' && payments.length > 0 ? { thirdPartyPayments: payments } : undefined,
    fr:
      country === 'FR'
        ? unlessEmpty(Object.fromEntries(parties.map(([role, party]) => [role, frenchPartyToRequest(party)])))
        : undefined,
  })
}
