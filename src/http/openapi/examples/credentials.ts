import type { Example } from '../example.js'

const provider = { url: 'https://api.provider.example/v1' }

/** What the countries without OAuth take. The certificate of the example is nobody's. */
export const credentialExamples: Readonly<Record<string, Example>> = {
  poland: {
    summary: 'Poland: a KSeF token',
    value: { token: '20260331-EC-1A2B3C4D5E-6F7A8B9C0D-1E|nip-5260250274|4f9c2b7de01a' },
  },
  accessPoint: {
    summary: 'Belgium, Germany, France: the provider and its key',
    value: { ...provider, apiKey: 'ap_4f9c2b7de01a' },
  },
  accessPointClient: {
    summary: 'Belgium, Germany, France: the provider and an OAuth client',
    value: { ...provider, clientId: 'exemplu', clientSecret: 'correct horse battery staple' },
  },
}
