import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import type { ParticipantOutcome } from '../../../../src/countries/gateway/gateway.js'
import { callsOf, GovernmentHttp } from '../../../../src/countries/gateway/government-http.js'
import { ParticipantLookup } from '../../../../src/countries/peppol/access-point/lookup.js'
import { Directory, directoryName } from '../../../standins/access-point/directory.js'
import { gatewayTools } from '../../../standins/gateway-tools.js'
import { worldOf } from './world.js'

const ZONE = 'participant.sml.example.org'
const TYPE =
  'busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1'
const GROUP = `<ServiceGroup xmlns="http://busdox.org/serviceMetadata/publishing/1.0/"><ServiceMetadataReferenceCollection><ServiceMetadataReference href="http://smp/iso6523-actorid-upis%3A%3A0208%3A1/services/${encodeURIComponent(TYPE)}"/></ServiceMetadataReferenceCollection></ServiceGroup>`

/** A directory with one participant, 0208:0403170701, and its register. */
async function networkOf(t: Test, register: (path: string, response: ServerResponse) => void, zone = ZONE) {
  const server = createServer(({ url = '' }, response) => register(url, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const known = directoryName('0208:0403170701', ZONE)
  const directory = new Directory(ZONE, (host) => (host === known ? `${address}/` : null))
  await directory.start()
  t.teardown(() => {
    directory.stop()
    server.closeAllConnections()
    server.close()
  })
  const { gateway } = await worldOf(t, { settings: { PEPPOL_SML_ZONE: zone, PEPPOL_SML_SERVER: directory.server } })
  return {
    directory,
    ask: async (id: string): Promise<ParticipantOutcome | undefined> => gateway.participant?.(id, null),
  }
}

t.test('who is registered, and for what', async (t) => {
  const paths: string[] = []
  const { ask } = await networkOf(t, (path, response) => {
    paths.push(path)
    response.end(GROUP)
  })
  for (const id of ['0208:0403170701', 'iso6523-actorid-upis::0208:0403170701'])
    t.same(await ask(id), { kind: 'registered', documentTypes: [TYPE] })
  t.same(new Set(paths), new Set(['/iso6523-actorid-upis%3A%3A0208%3A0403170701']))
  t.same(await ask('0208:0202239951'), { kind: 'unregistered' })
})

t.test('the name is the one of the official client', (t) => {
  // BDXL 1.0 with SHA-256, as `sha256sum | xxd -r -p | base32` gives it in small letters.
  t.equal(directoryName('0088:123abc', ZONE).split('.')[0], 'y7dzfxaf3d4cjz4kcgrxtec6twvcga4ky7zwa5boif6mswd4tdrq')
  t.end()
})

t.test('what a register may answer', async (t) => {
  let answer: [status: number, body: string] = [200, '']
  const { ask } = await networkOf(t, (_, response) => response.writeHead(answer[0]).end(answer[1]))
  const table: readonly (readonly [[number, string], object])[] = [
    [[404, ''], { kind: 'unregistered' }],
    [[200, '<ServiceGroup/>'], { kind: 'registered', documentTypes: [] }],
    [[200, GROUP.replace('%23', '%zz')], { kind: 'unavailable' }],
    [[200, '<html/>'], { kind: 'unavailable' }],
    [[200, 'no XML'], { kind: 'unavailable' }],
    [[500, GROUP], { kind: 'unavailable', reason: /HTTP 500/ }],
    [[302, ''], { kind: 'unavailable' }],
  ]
  for (const [given, expected] of table) {
    answer = given
    t.match(await ask('0208:0403170701'), expected, given.join(' '))
  }
})

t.test('a directory that is ill, and one that is not there, say nothing of anybody', async (t) => {
  const { directory, ask } = await networkOf(t, (_, response) => response.end(GROUP))
  directory.isIll = true
  t.match(await ask('0208:0202239951'), { kind: 'unavailable', concerns: 'invoice', reason: /ESERVFAIL/ })
  const elsewhere = await networkOf(t, (_, response) => response.end(GROUP), 'participant.sml.example.net')
  t.match(await elsewhere.ask('0208:0202239951'), { kind: 'unavailable', reason: /not in the DNS/ })
})

t.test('a directory that does not answer does not delay the stop of the process', async (t) => {
  const silent = createSocket('udp4')
  silent.bind(0, '127.0.0.1')
  await once(silent, 'listening')
  t.teardown(() => silent.close())
  const stop = new AbortController()
  const server = `127.0.0.1:${silent.address().port}`
  const settings = { PEPPOL_SML_ZONE: ZONE, PEPPOL_SML_SERVER: server }
  const tools = gatewayTools({ settings, stopping: stop.signal })
  const asked = once(silent, 'message')
  const outcome = new ParticipantLookup(tools, new GovernmentHttp(callsOf(tools, 'Peppol'))).ask('0208:0403170701')
  await asked
  const begun = performance.now()
  stop.abort()
  t.match(await outcome, { kind: 'unavailable', reason: /the process stops/ })
  t.ok(performance.now() - begun < 1_000)
})
