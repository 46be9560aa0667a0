import type { CountrySetting } from '../settings.js'

/** Chorus Pro and its gateway; the addresses of platforms are in the connections. */
export const FRENCH_SETTINGS: Readonly<Record<string, CountrySetting>> = {
  CHORUS_OAUTH_URL: {
    kind: 'address',
    description: "PISTE's token endpoint, for invoices to the French public sector.",
    default: 'https://oauth.piste.gouv.fr/api/oauth/token',
  },
  CHORUS_API_URL: {
    kind: 'address',
    description: "Chorus Pro's interface behind PISTE.",
    default: 'https://api.piste.gouv.fr/cpro',
  },
}
