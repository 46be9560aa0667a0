import type { CountrySetting } from '../settings.js'

/** SdI's own interface, and an intermediary's. */
export const ITALIAN_SETTINGS: Readonly<Record<string, CountrySetting>> = {
  SDI_URL: {
    kind: 'address',
    description: "SdI's service SdIRiceviFile, for companies with their own channel (SDICoop).",
    default: 'https://servizi.fatturapa.it/ricevi_file',
  },
  SDI_NOTIFICA_URL: {
    kind: 'address',
    description: "SdI's service SdIRiceviNotifica, for responses of administrations to the invoices that they receive.",
    default: 'https://servizi.fatturapa.it/ricevi_notifica',
  },
  SDI_SIGNATURE_CA: {
    kind: 'text',
    description:
      'File in PEM with the authorities that issue the certificates with which SdI signs its notifications; unset: signatures are checked, but not who issued their certificates.',
    mustBe: 'the path of a file',
  },
  INVOICETRONIC_URL: {
    kind: 'address',
    description: 'The interface of Invoicetronic, for companies that send through it.',
    default: 'https://api.invoicetronic.com/v1',
  },
}
