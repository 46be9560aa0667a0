import fc from 'fast-check'
import t from 'tap'
import { networkOf } from '../../src/http/client-address.js'

t.test('an IPv4 address is one client, in every form', (t) => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const octets = address.split('.').map(Number)
      const hex = octets.map((octet) => octet.toString(16).padStart(2, '0')).join('')
      const forms = [address, `::ffff:${address}`, `::ffff:${hex.slice(0, 4)}:${hex.slice(4)}`, `0x${hex}`]
      t.same(new Set(forms.map(networkOf)), new Set([address]))
    }),
    { numRuns: 50 },
  )
  t.end()
})

t.test('an IPv6 address counts with its /64, and what is no address with all such texts', (t) => {
  t.equal(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:2:ffff::9'))
  t.not(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:3::1'))
  t.same(new Set(['unknown', '', '1.2.3.4.5', '1.2.3.256', '1.2.3.4 ', undefined].map(networkOf)).size, 1)
  t.end()
})
