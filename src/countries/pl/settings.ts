import type { CountrySetting } from '../settings.js'

/** KSeF, and the service that announces its outages. */
export const POLISH_SETTINGS: Readonly<Record<string, CountrySetting>> = {
  KSEF_API_URL: {
    kind: 'address',
    description: "KSeF's interface.",
    default: 'https://api.ksef.mf.gov.pl/v2',
  },
  KSEF_STATUS_URL: {
    kind: 'address',
    description: 'The lighthouse (latarnia), which announces outages of KSeF.',
    default: 'https://api-latarnia.ksef.mf.gov.pl',
  },
}
