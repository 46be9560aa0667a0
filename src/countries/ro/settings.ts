import type { CountrySetting } from '../settings.js'
import { RO_RULES } from './law.js'

/** Our registration at ANAF, and its services. */
export const ROMANIAN_SETTINGS: Readonly<Record<string, CountrySetting>> = {
  ANAF_AUTH_URL: {
    kind: 'address',
    description: 'Where companies authorise us at ANAF.',
    default: 'https://logincert.anaf.ro/anaf-oauth2/v1/authorize',
  },
  ANAF_TOKEN_URL: {
    kind: 'address',
    description: "ANAF's token endpoint.",
    default: 'https://logincert.anaf.ro/anaf-oauth2/v1/token',
  },
  ANAF_API_URL: {
    kind: 'address',
    description: "ANAF's e-Factura interface.",
    default: 'https://api.anaf.ro/prod/FCTEL/rest',
  },
  ANAF_CLIENT_ID: {
    kind: 'text',
    description:
      'Of the application registered at ANAF; without it Romanian production connections are refused with a 503.',
    mustBe: 'the id that ANAF issued',
  },
  ANAF_CLIENT_SECRET: {
    kind: 'text',
    description: 'Of the application registered at ANAF.',
    mustBe: 'the secret that ANAF issued',
    secret: true,
  },
  [RO_RULES]: {
    kind: 'text',
    description:
      'official: a date over five days ago, a currency other than the usual one and a missing postal code are warnings that name the law in force; unset: they make an invoice invalid.',
    mustBe: 'official, or unset',
    pattern: '^official$',
  },
}
