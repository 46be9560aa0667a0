import { responseInState } from '../../src/countries/fr/chorus/statuses.js'
import { responseInLifeCycle } from '../../src/countries/fr/flow-service/responses.js'
import { sdiDoor } from '../../src/countries/it/sdi/inbound.js'
import { responseIn } from '../../src/countries/it/sdi/response.js'
import type { Channel } from '../../src/countries/gateway/mailbox.js'
import { retryAfterSeconds } from '../../src/countries/gateway/no-answer.js'
import { PEPPOL_DOOR } from '../../src/countries/peppol/access-point/inbound.js'
import { documentTypesIn, registerIn } from '../../src/countries/peppol/access-point/lookup.js'
import { buyerResponseIn } from '../../src/countries/peppol/access-point/response-texts.js'
import { readReceipt } from '../../src/countries/pl/ksef/receipt.js'
import { MemoryMailbox } from '../standins/memory/mailbox.js'
import * as corpus from './corpus.js'
import { answeredBy, type Operation, ERRANDS, tokensFrom } from './governments.js'
import type { Target } from './target.js'

const NOW = new Date('2026-11-23T12:00:00Z')

/** A gateway before a government that may answer anything: no method of it throws. */
const gateway = (name: string, operation: Operation): Target => ({
  // The second has ids that no address could hold, the third a state of no type.
  corpus: () =>
    corpus.recorded(`${name}.answers`).flatMap((answers) => [
      answers,
      Buffer.from(answers.toString('latin1').replaceAll(/("\w*Id":")/g, '$1\\ud800'), 'latin1'),
      // No text can be made of such a value.
      Buffer.from(
        answers.toString('latin1').replaceAll(/("status":)"/g, '$1{"toString":null,"valueOf":null},"x":"'),
        'latin1',
      ),
    ]),
  read: (bytes) => answeredBy(operation, bytes),
  throws: [],
  // Keys are generated, and requests are signed and encrypted, for each input.
  baseMs: 3_000,
})

const message = (channel: Channel, bytes: Buffer) => ({
  channel,
  bytes,
  scope: null,
  messageId: 'm',
  references: [],
  kind: 'k',
  receivedAt: NOW,
  mediaType: 'application/xml',
})

/** Gateways, inbound servers, and their parts. */
export const GOVERNMENT_TARGETS: Readonly<Record<string, Target>> = {
  ...Object.fromEntries(
    Object.entries(ERRANDS).map(([name, operation]) => [`${name}Answers`, gateway(name, operation)] as const),
  ),
  tokens: { corpus: corpus.tokenAnswers, read: tokensFrom, throws: [] },
  sdiDoor: {
    corpus: corpus.soap,
    read(body) {
      const isPackage = body.subarray(0, 3).toString('latin1') === '--b'
      const contentType = isPackage ? 'multipart/related; boundary=b; start="<root@x>"; type="text/xml"' : 'text/xml'
      return sdiDoor.receive({ body, contentType, headers: {} }, new MemoryMailbox(), NOW)
    },
    throws: [],
  },
  peppolDoor: {
    corpus: corpus.messages,
    read: (body) =>
      PEPPOL_DOOR.receive({ body, contentType: 'application/xml', headers: {} }, new MemoryMailbox(), NOW),
    throws: [],
  },
  responses: {
    corpus: () => [...corpus.messages(), ...corpus.notifications()],
    read(bytes) {
      responseIn(message('sdi', bytes))
      buyerResponseIn(message('peppol', bytes))
      responseInState(message('afnor', bytes))
      responseInLifeCycle(message('afnor', bytes))
    },
    throws: [],
  },
  upo: { corpus: corpus.upos, read: readReceipt, throws: [] },
  serviceGroup: { corpus: corpus.serviceGroups, read: documentTypesIn, throws: [] },
  naptr: {
    corpus: () => [Buffer.from('!^.*$!https://smp.example/x!')],
    read(bytes) {
      const regexp = bytes.toString('latin1')
      registerIn([{ flags: 'U', service: 'Meta:SMP', regexp, order: 1, preference: 1, replacement: '' }])
    },
    throws: [],
  },
  retryAfter: {
    corpus: () => [Buffer.from('120'), Buffer.from('Mon, 23 Nov 2026 12:01:00 GMT')],
    read: (bytes) => retryAfterSeconds({ 'retry-after': bytes.toString('latin1') }, { clock: { now: () => NOW } }),
    throws: [],
  },
}
