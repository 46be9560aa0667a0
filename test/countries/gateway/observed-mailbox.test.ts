import fc from 'fast-check'
import t from 'tap'
import { MESSAGE_KINDS, nameOfKind, observedMailbox } from '../../../src/countries/gateway/observed-mailbox.js'
import type { Happening } from '../../../src/domain/observer.js'
import { message } from './mailbox-contract.js'

t.test('the name of a kind is one of a fixed set, for any text of a stranger', async (t) => {
  const channel = fc.constantFrom('sdi', 'peppol', 'afnor')
  const word = fc.constantFrom('RC', 'MLS', 'CDV', 'Inviato', 'constructor')
  const kind = fc.oneof(
    fc.string({ unit: 'binary' }),
    word,
    fc.tuple(word, fc.string()).map((parts) => parts.join(' ')),
  )
  fc.assert(fc.property(channel, kind, (channel, kind) => MESSAGE_KINDS.includes(nameOfKind({ channel, kind }))))
  for (const [channel, kind, name] of [
    ['sdi', 'RC', 'sdi RC'],
    ['sdi', 'MLS AP', 'sdi unknown'],
    ['peppol', 'MLS AP', 'peppol MLS'],
    ['peppol', 'Invoice', 'peppol unknown'],
    ['afnor', 'CDV-205', 'afnor CDV'],
    ['afnor', 'CDV', 'afnor unknown'],
  ] as const)
    t.equal(nameOfKind({ channel, kind }), name)
})

t.test('a message that is kept is counted, also where nothing is known of its invoice', async (t) => {
  const counted: Happening[] = []
  const observer = { happened: (happening: Happening) => void counted.push(happening) }
  const warned: object[] = []
  const log = { warn: (about: object) => void warned.push(about) }
  const away = new Error('away')
  const mailbox = observedMailbox({ put: async () => 'stored', expects: () => Promise.reject(away) }, observer, log)
  t.equal(await mailbox.put(message()), 'stored')
  const failing = observedMailbox({ put: () => Promise.reject(away), expects: async () => true }, observer, log)
  await t.rejects(failing.put(message()), away)
  const full = observedMailbox({ put: async () => 'aside', expects: async () => true }, observer, log)
  t.equal(await full.put(message()), 'aside')
  t.match(counted, [{ outcome: 'stored' }, { outcome: 'failed' }, { outcome: 'aside' }])
  t.strictSame(warned, [{ message: 'sdi RC', messageId: 'm-1' }])
})
