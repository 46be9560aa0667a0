import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readLifeCycle } from '../../../src/countries/fr/cdar-reader.js'
import { lifeCycleMessage } from '../../../src/countries/fr/cdar.js'
import { parisInstant } from '../../../src/countries/fr/paris-time.js'
import { INVOICE } from './flow-service/world.js'

const shared = process.env['CLEARWAY_SHARED'] ?? join(import.meta.dirname, '..', '..', '..', '..', '..', 'shared')
const examples = join(shared, 'governments', 'data', 'fr', 'cdar')

t.test(
  "every example of FNFE-MPE's is read",
  { skip: existsSync(examples) ? false : 'the examples are not here' },
  (t) => {
    const names = readdirSync(examples)
    t.ok(names.length > 50)
    for (const name of names) {
      const [, number, code] = /^UC\w+?_(F\d+)_\d+-CDV-(\d{3})/.exec(name) ?? []
      const read = readLifeCycle(readFileSync(join(examples, name)))
      t.match(read, [{ number, code, issueDate: /^2025-\d\d-\d\d$/, at: Date, sellerIds: ['100000009'] }], name)
      t.equal(read?.length, 1)
      const mustHaveReason = ['207', '210', '213'].includes(code ?? '')
      t.equal(
        read?.[0]?.reasons.some((reason) => reason.code !== ''),
        mustHaveReason,
        `${name}: reasons`,
      )
    }
    t.end()
  },
)

t.test('reasons with their notes', (t) => {
  const xml =
    '<x:CrossDomainAcknowledgementAndResponse xmlns:x="urn:x" xmlns:y="urn:y"><y:AcknowledgementDocument>' +
    '<y:IssueDateTime><y:DateTimeString>20260701120000</y:DateTimeString></y:IssueDateTime>' +
    '<y:ReferenceReferencedDocument><y:IssuerAssignedID> F 1 </y:IssuerAssignedID>' +
    '<y:ProcessConditionCode>213</y:ProcessConditionCode><y:SpecifiedDocumentStatus><y:ReasonCode>REJ_SEMAN</y:ReasonCode>' +
    '<y:Reason> Rejet\n pour</y:Reason><y:IncludedNote><y:Content>BR-FR-01</y:Content></y:IncludedNote>' +
    '<y:IncludedNote><y:Content> </y:Content></y:IncludedNote></y:SpecifiedDocumentStatus>' +
    '<y:SpecifiedDocumentStatus><y:SequenceNumeric>2</y:SequenceNumeric></y:SpecifiedDocumentStatus>' +
    '</y:ReferenceReferencedDocument><y:ReferenceReferencedDocument/></y:AcknowledgementDocument>' +
    '</x:CrossDomainAcknowledgementAndResponse>'
  t.same(readLifeCycle(Buffer.from(xml)), [
    {
      number: 'F 1',
      issueDate: null,
      sellerIds: [],
      code: '213',
      label: '',
      at: new Date('2026-07-01T10:00:00.000Z'),
      reasons: [{ code: 'REJ_SEMAN', label: 'Rejet pour', notes: ['BR-FR-01'] }],
    },
  ])
  t.end()
})

t.test('our own messages are read', (t) => {
  const reason = { code: 'DOUBLON', label: 'Facture en doublon' }
  const xml = lifeCycleMessage(INVOICE, '213', reason, new Date('2026-11-22T10:00:00Z'))
  t.match(readLifeCycle(Buffer.from(xml)), [
    {
      number: 'F-1',
      code: '213',
      issueDate: '2026-11-22',
      sellerIds: ['732829320'],
      at: new Date('2026-11-22T10:00:00Z'),
      reasons: [{ ...reason, notes: [] }],
    },
  ])
  t.end()
})

t.test('French time', (t) => {
  const table: readonly (readonly [string, string | undefined])[] = [
    ['20260115120000', '2026-01-15T11:00:00.000Z'],
    ['20260715120000', '2026-07-15T10:00:00.000Z'],
    ['202607151200', '2026-07-15T10:00:00.000Z'],
    ['20261025023000', '2026-10-25T00:30:00.000Z'],
    ['20260329023000', '2026-03-29T01:30:00.000Z'],
    ['20261322120000', undefined],
    ['2026', undefined],
    ['', undefined],
  ]
  for (const [digits, expected] of table) t.equal(parisInstant(digits)?.toISOString(), expected, digits)
  t.end()
})
