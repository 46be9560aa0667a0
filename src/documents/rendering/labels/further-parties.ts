import type { Language } from '../../../domain/language.js'
import type { FrenchParties } from '../../../einvoice/model/extensions.js'

/** Headings of the parties of EXTENDED-CTC-FR, in the order of the page. */
export const FURTHER_PARTIES: Readonly<Record<Language, Readonly<Record<keyof FrenchParties, string>>>> = {
  en: {
    buyerAgent: 'Agent of the buyer',
    salesAgent: 'Agent of the seller',
    payer: 'Payer',
    invoicee: 'Addressee of the invoice',
    invoicer: 'Issuer of the invoice',
  },
  ro: {
    buyerAgent: 'Agentul cumpărătorului',
    salesAgent: 'Agentul vânzătorului',
    payer: 'Plătitor',
    invoicee: 'Destinatarul facturii',
    invoicer: 'Emitentul facturii',
  },
  it: {
    buyerAgent: 'Agente dell’acquirente',
    salesAgent: 'Agente del venditore',
    payer: 'Pagatore',
    invoicee: 'Destinatario della fattura',
    invoicer: 'Emittente della fattura',
  },
  fr: {
    buyerAgent: 'Agent de l’acheteur',
    salesAgent: 'Agent du vendeur',
    payer: 'Payeur',
    invoicee: 'Adressé à',
    invoicer: 'Facturant',
  },
  nl: {
    buyerAgent: 'Agent van de koper',
    salesAgent: 'Agent van de verkoper',
    payer: 'Betaler',
    invoicee: 'Geadresseerde van de factuur',
    invoicer: 'Uitreiker van de factuur',
  },
  de: {
    buyerAgent: 'Vertreter des Käufers',
    salesAgent: 'Vertreter des Verkäufers',
    payer: 'Zahler',
    invoicee: 'Empfänger der Rechnung',
    invoicer: 'Aussteller der Rechnung',
  },
  pl: {
    buyerAgent: 'Agent nabywcy',
    salesAgent: 'Agent sprzedawcy',
    payer: 'Płatnik',
    invoicee: 'Adresat faktury',
    invoicer: 'Wystawca faktury',
  },
}

/** The order of these parties on the page. */
export const PARTY_ORDER = ['buyerAgent', 'salesAgent', 'payer', 'invoicee', 'invoicer'] as const
