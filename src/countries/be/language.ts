import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import { inOrder } from '../peppol/self-billing.js'

/** The language of what the service adds to a Belgian invoice in words. */
export type BelgianLanguage = 'nl' | 'fr' | 'de'

/** Postal codes, first and last, of the regions where invoices are in French or in German. */
const REGIONS: readonly (readonly [first: number, last: number, BelgianLanguage])[] = [
  [1300, 1499, 'fr'],
  [4000, 4699, 'fr'],
  [4700, 4799, 'de'],
  [4800, 7999, 'fr'],
]
const BRUSSELS = [1000, 1299] as const

/**
 * The language of the issuer's region, in which a firm there writes its invoices (decrees of 19
 * July 1973 of Flanders and 30 June 1982 of Wallonia; coordinated laws on the use of languages of
 * 18 July 1966, art. 52). In Brussels, where both are right, that of the customer's region; Dutch
 * where nothing decides. Pure.
 */
export function belgianLanguage(
  invoice: Pick<InvoiceRequest, 'selfBilled' | 'supplier' | 'customer'>,
): BelgianLanguage {
  const { supplier, customer } = invoice
  const [issuer, receiver] = inOrder(invoice, { seller: supplier, buyer: customer })
  const code = postalCode(issuer)
  const isBilingual = code !== undefined && code >= BRUSSELS[0] && code <= BRUSSELS[1]
  return (isBilingual ? languageAt(postalCode(receiver)) : languageAt(code)) ?? 'nl'
}

function languageAt(code: number | undefined): BelgianLanguage | undefined {
  if (code === undefined) return undefined
  return REGIONS.find(([first, last]) => code >= first && code <= last)?.[2]
}

/** The four digits of a Belgian address, with or without the country's letter. */
function postalCode({ address }: InvoiceRequest['supplier']): number | undefined {
  if (address?.country !== 'BE') return undefined
  const [, digits] = /^(?:B-?)?(\d{4})$/.exec(address.postalCode?.trim() ?? '') ?? []
  return digits === undefined ? undefined : Number(digits)
}
