import t from 'tap'
import { isGone, troubleInWords } from '../../src/domain/receiver.js'

const SINCE = '2026-03-31T09:30:00.000Z'
const after = (days: number): Date => new Date(Date.parse(SINCE) + days * 86_400_000)
const trouble = { failingSince: SINCE, lastError: 'the receiver answered 503', usedUp: false }

t.test('a receiver is gone when it has taken nothing for five days', async (t) => {
  t.notOk(isGone(null, after(100)))
  t.notOk(isGone(new Date(SINCE), new Date(after(5).getTime() - 1)))
  t.ok(isGone(new Date(SINCE), after(5)))
})

t.test('the text states since when, how many wait, what follows and why', async (t) => {
  const waiting = '2 deliveries are'
  t.equal(troubleInWords(null, after(9), waiting), null)
  t.equal(troubleInWords(trouble, after(4), waiting), null, 'retries continue')
  t.equal(
    troubleInWords({ ...trouble, usedUp: true }, after(1), waiting),
    `No delivery has succeeded since ${SINCE}; 2 deliveries are waiting; deliveries whose retries are used up have failed. Last error: the receiver answered 503`,
  )
  t.equal(
    troubleInWords(trouble, after(5), waiting),
    `No delivery has succeeded since ${SINCE}; 2 deliveries are waiting; until one succeeds, they are attempted one at a time. Last error: the receiver answered 503`,
  )
  t.match(troubleInWords({ ...trouble, usedUp: true }, after(5), waiting), /used up have failed; until one succeeds/)
})
