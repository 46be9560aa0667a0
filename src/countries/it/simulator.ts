import type { GovernmentDocument } from '../gateway.js'
import { type SimulatedGovernment, simulatorOf } from '../../simulators/simulated-government.js'
import { ITALIAN_REJECTIONS } from './rejections.js'

/** IdentificativoSdI, of which real ones have eleven digits and more by now. */
const FIRST_ID = 15_000_000_000n

const SDI: SimulatedGovernment = {
  country: 'IT',
  govEndpoint: () => 'https://testservizi.fatturapa.it/ricevi_file',
  uploadId: (ledgerId) => String(FIRST_ID + BigInt(ledgerId)),
  ledgerId(uploadId) {
    if (!/^\d{1,18}$/.test(uploadId)) return null
    const number = BigInt(uploadId) - FIRST_ID
    return number > 0n ? String(number) : null
  },
  offeredCodes: ['00200', '00305', '00404', 'NE-EC02'],
  rejectionText: (code) => ITALIAN_REJECTIONS.rejectionText(code),
  duplicateText: () => ITALIAN_REJECTIONS.rejectionText('00404') ?? '00404',
  unknownUploadText: (uploadId) => `IdentificativoSdI ${uploadId} sconosciuto`,
  accepted: (entry) => ({
    govId: SDI.uploadId(entry.uploadId),
    govMessage: 'Ricevuta di consegna',
    receipt: xml('<RicevutaConsegna/>'),
  }),
  rejection: () => xml('<NotificaScarto/>'),
}

/** The simulated SdI of the test environment. */
export const sdiSimulator = simulatorOf(SDI)

function xml(text: string): GovernmentDocument {
  return { bytes: new TextEncoder().encode(text), mediaType: 'application/xml' }
}
