import { hash, randomBytes } from 'node:crypto'
import t, { type Test } from 'tap'
import type { ArrivedDocument } from '../../../../src/countries/gateway/reception.js'
import type { Gateway } from '../../../../src/countries/gateway/gateway.js'
import type { LookOutcome } from '../../../../src/countries/gateway/look.js'
import type { Tampering } from '../../../standins/ksef/exports.js'
import { NIP, worldOf, type WorldOptions } from './world.js'

const BUYER = '5265877635'
const THIRD = '7010000007'

function bought(number: string, { third = false, filler = '' } = {}): Buffer {
  const party = (name: string, nip: string): string =>
    `<${name}><DaneIdentyfikacyjne><NIP>${nip}</NIP></DaneIdentyfikacyjne></${name}>`
  return Buffer.from(
    '<?xml version="1.0" encoding="UTF-8"?>\n<Faktura xmlns="http://crd.gov.pl/wzor/2025/06/25/13775/">' +
      `${party('Podmiot1', NIP)}${party('Podmiot2', third ? '1111111111' : BUYER)}${third ? party('Podmiot3', THIRD) + party('Podmiot3', BUYER) : ''}` +
      `<Fa><P_1>2026-11-24</P_1><P_2>${number}</P_2><RodzajFaktury>VAT</RodzajFaktury><P_7>${filler}</P_7></Fa></Faktura>\n`,
  )
}

/** A company that looks, and what it has taken. */
async function buying(t: Test, options: WorldOptions = {}) {
  const world = await worldOf(t, options)
  const since = world.now()
  const token = world.ksef.issueToken(BUYER, ['InvoiceRead'])
  const taken: ArrivedDocument[] = []
  let mark: string | null = null
  const access = { connectionId: 'con_buyer', vatNumber: `PL${BUYER}`, credentials: { token } }
  const look = async (gateway: Gateway = world.gateway): Promise<LookOutcome> => {
    const outcome = await gateway.arrivals?.look({
      scope: { account: 'acc_1', environment: 'production' },
      access,
      since,
      mark,
      known: async (identities) => new Set(identities.filter((id) => taken.some(({ identity }) => identity === id))),
      take: async (document) => void taken.push(document),
    })
    if (outcome === undefined) throw new Error('no arrivals')
    if (outcome.kind === 'looked') mark = outcome.mark
    return outcome
  }
  /** Looks until all is there, at the pace of the service. */
  const lookThrough = async (gateway?: Gateway): Promise<void> => {
    for (let looks = 0; looks < 100; looks += 1) {
      const outcome = await look(gateway)
      if (outcome.kind === 'looked' && outcome.isComplete) return
      if (outcome.kind === 'looked') world.pass(10)
      else if (outcome.kind === 'unauthorized') throw new Error(outcome.reason)
      else world.pass(outcome.kind === 'exhausted' ? 60 : outcome.retryAfterSeconds)
    }
    throw new Error('never through')
  }
  const deliver = (count: number, make: (number: string) => Buffer = (number) => bought(number)): void => {
    for (let index = 0; index < count; index += 1) {
      const number = `K/${world.ksef.register.invoices.length + 1}`
      world.pass(0.001)
      world.ksef.register.deliver(NIP, make(number), world.now())
    }
    world.pass(1)
  }
  return { ...world, look, lookThrough, deliver, taken, numbers: () => numbersIn(taken), marked: () => String(mark) }
}

function numbersIn(taken: readonly ArrivedDocument[]): readonly string[] {
  return taken.map(({ bytes }) => /<P_2>(.*)<\/P_2>/.exec(Buffer.from(bytes).toString())?.[1] ?? '')
}

const first = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `K/${index + 1}`)

t.test('a few are downloaded, many exported', async (t) => {
  const { ksef, deliver, lookThrough, numbers, taken, pass } = await buying(t)
  deliver(16)
  await lookThrough()
  t.equal(ksef.count('download'), 16)
  t.equal(ksef.count('export'), 0)
  deliver(300)
  pass(900)
  await lookThrough()
  t.equal(ksef.count('download'), 16)
  t.equal(ksef.count('export'), 1)
  t.same(numbers(), first(316), 'in their order')
  t.same(new Set(taken.map(({ govId }) => govId)), new Set(ksef.register.accepted.map(({ ksefNumber }) => ksefNumber)))
  const last = taken.at(-1)
  const [metadata] = last?.files ?? []
  t.match(JSON.parse(Buffer.from(metadata?.bytes ?? []).toString()), { ksefNumber: last?.govId, seller: { nip: NIP } })
  t.match(last, { sender: NIP, arrivedAt: ksef.register.accepted.at(-1)?.decidedAt })
  pass(900)
  await lookThrough()
  t.equal(taken.length, 316)
  t.equal(ksef.count('export'), 1, 'the next look begins at the high-water mark')
})

t.test('another process takes over what KSeF prepares, and nothing secret is stored', async (t) => {
  const { ksef, deliver, look, lookThrough, numbers, restarted, marked } = await buying(t, { exportSeconds: 30 })
  deliver(40)
  t.match(await look(), { kind: 'looked', isComplete: false })
  t.match(await look(), { kind: 'looked', isComplete: false })
  t.match(JSON.parse(marked()), { underWay: { subject: 'Subject2', reference: /-EH-/ } })
  t.same(Object.keys((JSON.parse(marked()) as { underWay: object }).underWay).toSorted(), [
    'begunAt',
    'from',
    'reference',
    'salt',
    'subject',
  ])
  await lookThrough(restarted())
  t.same(numbers(), first(40))
  t.equal(ksef.count('export'), 1)
})

t.test('parts are put together, and those of a full package continued', async (t) => {
  const { ksef, deliver, lookThrough, numbers } = await buying(t, { exportPartBytes: 7_001, exportedAtOnce: 30 })
  deliver(75, (number) => bought(number, { filler: randomBytes(600).toString('base64') }))
  await lookThrough()
  t.same(numbers(), first(75))
  t.equal(ksef.count('export'), 2, '30, 30, and the last 15 singly')
  t.ok(ksef.count('export-part') > 6)
  t.ok(ksef.count('export-part') < 20, 'each part is fetched about once')
})

t.test('a store that never answers ends a package after a day', async (t) => {
  const { ksef, deliver, lookThrough, numbers } = await buying(t)
  deliver(20)
  ksef.faults({ on: 'export-part', does: { kind: 'answer', status: 403 } })
  for (let turns = 0; turns < 20; turns += 1) await lookThrough().catch(() => undefined)
  t.same(numbers(), first(20))
})

t.test('invoices for a third party are exported, too', async (t) => {
  const { ksef, deliver, lookThrough, numbers, look, pass } = await buying(t)
  deliver(20, (number) => bought(number, { third: true }))
  await lookThrough()
  t.same(numbers(), first(20))
  t.equal(ksef.count('export'), 1)
  const queries = ksef.count('metadata')
  pass(900)
  await look()
  t.equal(ksef.count('metadata'), queries + 1, 'and looked for every twelve hours')
})

t.test('the store fails: the package is read later', async (t) => {
  const { ksef, deliver, lookThrough, numbers, warnings } = await buying(t, { exportPartBytes: 2_000 })
  deliver(40)
  ksef.faults(
    { on: 'export-part', times: 1, does: { kind: 'cut' } },
    { on: 'export-status', times: 1, does: { kind: 'answer', status: 503 } },
  )
  await lookThrough()
  t.same(numbers(), first(40))
  t.equal(ksef.count('export'), 1)
  t.same(warnings, [])
})

function without<V>(values: Readonly<Record<string, V>>, name: string): Record<string, V> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => key !== name))
}

/** Raises a size in the directory and the local header of the first file. */
function lying(archive: Buffer): Buffer {
  const bytes = Buffer.from(archive)
  const central = bytes.indexOf(Buffer.from('504b0102', 'hex'))
  bytes.writeUInt32LE(0x7fffffff, central + 20)
  return bytes
}

const pieces = (described: Readonly<Record<string, unknown>>) =>
  described['parts'] as readonly Readonly<Record<string, unknown>>[]
const changed = (name: string, value: unknown) => (described: Readonly<Record<string, unknown>>) => ({
  ...described,
  parts: pieces(described).map((part) => ({ ...part, [name]: value })),
})

const HOSTILE: readonly (readonly [string, Tampering])[] = [
  ['another key', { key: () => Buffer.alloc(32, 7) }],
  ['no archive', { archive: () => Buffer.from('hello') }],
  ['a cut archive', { archive: (archive) => archive.subarray(0, -30) }],
  ['a lying size', { archive: lying }],
  ['another document', { files: (files) => swapped(files, Buffer.from('<Faktura/>')) }],
  ['a bomb', { files: (files) => swapped(files, Buffer.alloc(40_000_000)) }],
  ['a bomb of metadata', { files: (files) => ({ ...files, '_metadata.json': Buffer.alloc(70_000_000) }) }],
  ['no metadata', { files: (files) => without(files, '_metadata.json') }],
  ['metadata that are none', { files: (files) => ({ ...files, '_metadata.json': Buffer.from('{') }) }],
  ['a number that is a path', { files: (files) => renumbered(files, '../../etc/passwd') }],
  ['a missing document', { files: (files) => Object.fromEntries(Object.entries(files).slice(1)) }],
  ['another count', { described: (described) => ({ ...described, invoiceCount: 5 }) }],
  ['a gigantic count', { described: (described) => ({ ...described, invoiceCount: 1e9 }) }],
  ['no high-water mark', { described: (described) => without(described, 'permanentStorageHwmDate') }],
  ['a wrong size of a part', { described: changed('encryptedPartSize', 64) }],
  ['a gigantic part', { described: changed('partSize', 2 ** 40) }],
  ['a wrong hash', { described: changed('partHash', hash('sha256', 'x', 'base64')) }],
  ['an address of the machine', { described: changed('url', 'http://169.254.169.254/latest/meta-data') }],
  ['another method', { described: changed('method', 'POST') }],
  ['parts that do not begin', { described: changed('ordinalNumber', 3) }],
  ['no parts', { described: (described) => ({ ...described, parts: 'none' }) }],
]

function swapped(files: Record<string, Uint8Array>, bytes: Uint8Array): Record<string, Uint8Array> {
  const [name = ''] = Object.keys(files)
  return { ...files, [name]: bytes }
}

function renumbered(files: Record<string, Uint8Array>, number: string): Record<string, Uint8Array> {
  const { invoices } = JSON.parse(Buffer.from(files['_metadata.json'] ?? []).toString()) as { invoices: object[] }
  const renamed = invoices.map((invoice, index) => (index === 0 ? { ...invoice, ksefNumber: number } : invoice))
  return { ...files, '_metadata.json': Buffer.from(JSON.stringify({ invoices: renamed })) }
}

for (const [what, tampering] of HOSTILE)
  t.test(`${what}: all is downloaded singly instead`, async (t) => {
    const { ksef, deliver, lookThrough, numbers, warnings, pass } = await buying(t, { allowPrivateNetwork: false })
    deliver(20)
    ksef.exports.tampering = tampering
    await lookThrough()
    t.same([...numbers()].toSorted(), [...first(20)].toSorted())
    t.same(warnings.length, 1)
    ksef.exports.tampering = {}
    deliver(20)
    pass(3600)
    await lookThrough()
    t.equal(ksef.count('export'), 2, 'an hour later it is exported again')
    t.same(new Set(numbers()), new Set(first(40)))
  })

for (const [what, status] of [
  ['the key', { code: 415, description: 'Błąd odszyfrowania dostarczonego klucza' }],
  ['an expired package', { code: 210, description: 'Eksport faktur wygasł' }],
  ['an unknown fault', { code: 550, description: 'Operacja została anulowana przez system' }],
] as const)
  t.test(`KSeF refuses ${what}: all is downloaded singly`, async (t) => {
    const { ksef, deliver, lookThrough, numbers } = await buying(t)
    deliver(20)
    ksef.faults({ on: 'export', times: 1, does: { kind: 'decide', status } })
    await lookThrough()
    t.same(numbers(), first(20))
  })

t.test('an export that KSeF never prepares, or does not begin', async (t) => {
  const { ksef, deliver, lookThrough, numbers } = await buying(t, { exportSeconds: 1e6 })
  deliver(20)
  for (let hours = 0; hours < 6; hours += 1) await lookThrough().catch(() => undefined)
  t.same(numbers(), first(20))
  ksef.faults({ on: 'export', does: { kind: 'refuse', code: 21182 } })
  deliver(20)
  await lookThrough()
  t.same(numbers(), first(40))
})

t.test('a thousand at a time: memory and work of a look are bounded', async (t) => {
  const { deliver, look, taken, lookThrough, pass } = await buying(t)
  deliver(1_200)
  await look()
  pass(10)
  t.match(await look(), { kind: 'looked', isComplete: false })
  t.equal(taken.length, 1_000)
  await lookThrough()
  t.equal(taken.length, 1_200)
})
