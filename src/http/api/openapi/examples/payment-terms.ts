import type { Example } from '../example.js'
import { NATIONAL_INVOICES } from './national.js'

type Body = Readonly<Record<string, unknown>>

interface PaymentExamples {
  readonly country: string
  /** Of the invoices with cash discounts, with a payment schedule, and with a retention. */
  readonly numbers: readonly [string, string, string]
  readonly cashDiscounts: readonly object[]
  /** What a retention secures. */
  readonly secures: string
  /** What the parts of the payment are for; without: the format has no place for it. */
  readonly notes?: readonly [string, string]
}

const DISCOUNTS = [
  { days: 8, percentage: 3 },
  { days: 14, percentage: 2 },
]

/** By the name of the country's plain example. */
const PAYMENTS: Readonly<Record<string, PaymentExamples>> = {
  domestic: {
    country: 'Romania',
    numbers: ['ADS-2026-0205', 'ADS-2026-0206', 'ADS-2026-0207'],
    secures: 'garanție de bună execuție',
    cashDiscounts: DISCOUNTS,
    notes: ['la livrare', 'după recepție'],
  },
  italy: {
    country: 'Italy',
    numbers: ['FE-2026-0123', 'FE-2026-0124', 'FE-2026-0126'],
    secures: 'garanzia delle opere',
    cashDiscounts: DISCOUNTS.slice(1),
  },
  belgium: {
    country: 'Belgium',
    numbers: ['BRW-2026-0314', 'BRW-2026-0315', 'BRW-2026-0316'],
    secures: 'tot de definitieve oplevering',
    cashDiscounts: DISCOUNTS,
    notes: ['bij levering', 'na levering'],
  },
  poland: {
    country: 'Poland',
    numbers: ['FV/2026/11/0119', 'FV/2026/11/0120', 'FV/2026/11/0130'],
    secures: 'rękojmia za wady',
    cashDiscounts: DISCOUNTS,
    notes: ['przy odbiorze', 'po odbiorze'],
  },
  france: {
    country: 'France',
    numbers: ['NTE-2026-0120', 'NTE-2026-0121', 'NTE-2026-0123'],
    secures: 'garantie de parfait achèvement',
    cashDiscounts: DISCOUNTS,
    notes: ['à la livraison', 'après réception'],
  },
  germany: {
    country: 'Germany',
    numbers: ['IV-2026-1046', 'IV-2026-1047', 'IV-2026-1048'],
    secures: 'Gewährleistung',
    cashDiscounts: [
      { days: 8, percentage: 3 },
      { days: 14, percentage: 2, baseAmount: 1000 },
    ],
    notes: ['bei Übergabe der Pläne', 'nach Abnahme'],
  },
}

/**
 * Of each country an invoice with discounts for early payment, one that is paid in parts, and one
 * of which a part is retained.
 * @param domestic the example of the country that the reference shows first
 */
export function paymentInvoices(domestic: Body): Readonly<Record<string, Example>> {
  return Object.fromEntries(
    Object.entries(PAYMENTS).flatMap(
      ([name, { country, numbers, cashDiscounts, secures, notes }]): [string, Example][] => {
        const plain = (name === 'domestic' ? domestic : NATIONAL_INVOICES[name]?.value) as Body
        const paymentSchedule = [
          { dueDate: '2030-01-31', percentage: 40, ...(notes && { note: notes[0] }) },
          { dueDate: '2030-02-28', percentage: 60, ...(notes && { note: notes[1] }) },
        ]
        return [
          [
            `${name}CashDiscounts`,
            {
              summary: `${country}: discounts for early payment`,
              value: { ...plain, number: numbers[0], cashDiscounts },
            },
          ],
          [
            `${name}Instalments`,
            { summary: `${country}: paid in instalments`, value: { ...plain, number: numbers[1], paymentSchedule } },
          ],
          [
            `${name}Retention`,
            {
              summary: `${country}: a part is retained as security`,
              value: {
                ...plain,
                number: numbers[2],
                retention: { percentage: 5, until: '2032-01-31', reason: secures },
              },
            },
          ],
        ]
      },
    ),
  )
}
