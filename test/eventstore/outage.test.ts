import t from 'tap'
import { isOutage, isWatchedOutage } from '../../src/eventstore/outage.js'
import { EventStoreUnavailable } from '../../src/eventstore/port.js'
import { isUnavailable } from '../../src/storage/postgres/unavailable.js'

const coded = (code: string): Error => Object.assign(new Error(`error ${code}`), { code })

/**
 * SQLSTATEs by what they speak of; https://www.postgresql.org/docs/current/errcodes-appendix.html.
 */
const CONNECTION = ['08000', '08001', '08003', '08004', '08006', '08007', '08P01']
const EACH_OTHERS_WAY = ['40000', '40001', '40002', '40003', '40P01', '55P03']
const WANT = ['53000', '53100', '53200', '53400', '58000', '58030', '58P01', '58P02']
const SERVER = ['53300', '57P01', '57P02', '57P03', '57P04', '57P05', '25P03', '25006', '3D000']
const CANCELLED = ['57000', '57014']
const OF_OURS = ['22P05', '22021', '23505', '23503', '42601', '42P01', '42501', '54000', 'P0001', 'XX000', '21000']
const NETWORK = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EHOSTUNREACH']
const MACHINE = ['EMFILE', 'ENFILE', 'ENOSPC', 'ENOMEM', 'EIO', 'ENOBUFS']

t.test('an error of the server, the network or the machine is an outage; an error of a statement is a fault', (t) => {
  for (const code of [...CONNECTION, ...EACH_OTHERS_WAY, ...WANT, ...SERVER, ...CANCELLED, ...NETWORK, ...MACHINE]) {
    t.ok(isOutage(coded(code)), code)
    t.ok(isOutage(new AggregateError([coded(code)])) || CANCELLED.includes(code), `${code} among others`)
  }
  for (const code of OF_OURS) t.notOk(isOutage(coded(code)), code)
  for (const fault of [new TypeError('undefined is not a function'), new Error('no document'), 'a text', null, 7]) {
    t.notOk(isOutage(fault))
  }
  t.ok(isOutage(new EventStoreUnavailable('away')))
  t.end()
})

t.test('an outage that a check of the server may miss has to be reported by the caller that meets it', (t) => {
  for (const code of [...WANT, ...CANCELLED, ...MACHINE]) t.notOk(isWatchedOutage(coded(code)), code)
  for (const code of [...CONNECTION, ...SERVER, ...NETWORK]) t.ok(isWatchedOutage(coded(code)), code)
  t.ok(isWatchedOutage(new EventStoreUnavailable('away')))
  t.notOk(isWatchedOutage(new EventStoreUnavailable('full', { cause: coded('53100') })))
  t.notOk(isWatchedOutage(new Error('of ours')))
  t.end()
})

t.test('a statement that was cancelled says nothing about the connection', (t) => {
  for (const code of CANCELLED) t.notOk(isUnavailable(coded(code)), code)
  t.end()
})
