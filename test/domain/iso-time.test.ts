import fc from 'fast-check'
import t from 'tap'
import { isoTime } from '../../src/domain/iso-time.js'

t.test('every time becomes ISO 8601 in UTC with milliseconds', (t) => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (time) => {
      const shown = time.toISOString()
      t.equal(isoTime(time), shown)
      t.equal(isoTime(shown), shown)
    }),
    { numRuns: 50 },
  )
  t.equal(isoTime('2026-11-21T10:00:00Z'), '2026-11-21T10:00:00.000Z')
  t.equal(isoTime('2026-11-21T10:00:00.5+02:00'), '2026-11-21T08:00:00.500Z')
  t.equal(isoTime(null), null)
  t.throws(() => isoTime('yesterday'))
  t.end()
})
