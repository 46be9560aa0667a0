import t from 'tap'
import { addressInHost, isPublicAddress } from '../../src/domain/public-address.js'
import { webhookUrlFault } from '../../src/domain/webhook-url.js'

t.test('addresses of the public internet', (t) => {
  for (const address of [
    ...['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.1', '100.63.255.255', '100.128.0.1', '192.167.255.255'],
    ...['2001:4860:4860::8888', '2606:4700::1111', '2a00:1450:4001:800::200e', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8'],
  ]) {
    t.ok(isPublicAddress(address), address)
  }
  t.end()
})

const NOT_PUBLIC: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  unspecified: ['0.0.0.0', '0.1.2.3', '::'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1', 'fec0::1'],
  'link-local, and the metadata services there': ['169.254.0.1', '169.254.169.254', 'fe80::1', 'fe80::1%eth0'],
  'other metadata services': ['100.100.100.200', '168.63.129.16', 'fd00:ec2::254', '192.0.0.192'],
  'shared (CGNAT)': ['100.64.0.1', '100.127.255.255'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  broadcast: ['255.255.255.255'],
  'reserved, documentation, benchmarks': [
    ...['192.0.0.1', '192.0.2.1', '192.88.99.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '240.0.0.1'],
    ...['2001:db8::1', '3fff::1', '2001:2::1', '2001:10::1', '2001:20::1', '100::1', '5f00::1', '4000::1'],
  ],
  'private ones in the dress of IPv6': [
    ...['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:a9fe:a9fe', '::127.0.0.1', '::ffff:0:127.0.0.1'],
    ...['64:ff9b::10.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::a00:1', '2002:7f00:1::', '2002:a00:1::1', '2001::1'],
  ],
  'no addresses': ['', 'example.com', '1.2.3', '1.2.3.4.5', '256.1.1.1', '127.0.0.1 ', '[::1]', 'localhost'],
}

for (const [what, addresses] of Object.entries(NOT_PUBLIC)) {
  t.test(`not public: ${what}`, (t) => {
    for (const address of addresses) t.notOk(isPublicAddress(address), address)
    t.end()
  })
}

t.test('an address in the place of a host name', (t) => {
  t.equal(addressInHost('127.0.0.1'), '127.0.0.1')
  t.equal(addressInHost('[::1]'), '::1')
  t.equal(addressInHost('::1'), '::1')
  t.equal(addressInHost('example.com'), null)
  t.equal(addressInHost('1234'), null)
  t.end()
})

t.test('every way to write a loopback address in a URL is seen through', (t) => {
  for (const host of ['127.1', '2130706433', '0x7f000001', '017700000001', '0177.0.0.1', '127.0.0.1.', '①②⑦.0.0.1']) {
    t.match(webhookUrlFault(`https://${host}/`, false), /public address/, host)
  }
  t.end()
})
