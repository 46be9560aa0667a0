import type { Example } from '../example.js'
import { NATIONAL_INVOICES } from './national.js'

type Lines = readonly Readonly<Record<string, unknown>>[]

/** By the name of the country's plain example: the new name, the number, and what was sold. */
const SHOPS: Readonly<Record<string, { readonly country: string; readonly number: string; readonly lines: Lines }>> = {
  domestic: {
    country: 'Romania',
    number: 'WEB-2026-1182',
    lines: [
      { description: 'Cafetieră cu filtru', unitPrice: 249.99, vatRate: 21 },
      { description: 'Cafea boabe, 1 kg', quantity: 2, unitPrice: 74.9, discount: 5, vatRate: 11 },
    ],
  },
  italy: {
    country: 'Italy',
    number: 'WEB-2026-0817',
    lines: [
      { description: 'Cartuccia inchiostro nero', quantity: 3, unitPrice: 23.9, vatRate: 22 },
      { description: 'Manuale della stampante', unitPrice: 12.5, vatRate: 4 },
    ],
  },
  belgium: {
    country: 'Belgium',
    number: 'WEB-2026-4471',
    lines: [
      { description: 'Koffiemachine', unitPrice: 349, vatRate: 21 },
      { description: 'Koffiebonen, 1 kg', quantity: 4, unitPrice: 18.75, discount: 1.25, vatRate: 6 },
    ],
  },
  poland: {
    country: 'Poland',
    number: 'SKLEP/2026/11/0817',
    lines: [
      { description: 'Plecak turystyczny', unitPrice: 299.99, vatRate: 23 },
      { description: 'Przewodnik po Tatrach', quantity: 2, unitPrice: 39.99, vatRate: 5 },
    ],
  },
  france: {
    country: 'France',
    number: 'WEB-2026-30117',
    lines: [
      { description: 'Tabouret réglable', unitPrice: 89.99, discount: 10, vatRate: 20 },
      { description: 'Partition, recueil', quantity: 2, unitPrice: 24.5, vatRate: 5.5 },
    ],
  },
  germany: {
    country: 'Germany',
    number: 'SHOP-2026-88121',
    lines: [
      { description: 'Wanderschuh, Gr. 43', unitPrice: 149.95, vatRate: 19 },
      { description: 'Wanderführer Karwendel', unitPrice: 16.9, vatRate: 7 },
    ],
  },
}

/**
 * Of each country an invoice with prices as a shop shows them.
 * @param domestic the example of the country that the reference shows first
 */
export function shopInvoices(domestic: Readonly<Record<string, unknown>>): Readonly<Record<string, Example>> {
  return Object.fromEntries(
    Object.entries(SHOPS).map(([name, { country, number, lines }]): [string, Example] => {
      const plain = name === 'domestic' ? domestic : NATIONAL_INVOICES[name]?.value
      const value = { ...(plain as Readonly<Record<string, unknown>>), number, pricesIncludeVat: true, lines }
      return [`${name}ShopPrices`, { summary: `${country}: prices with VAT, as in a shop`, value }]
    }),
  )
}
