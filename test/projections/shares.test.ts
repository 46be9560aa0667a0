import fc from 'fast-check'
import t from 'tap'
import { PROJECTIONS } from '../../src/projections/registry.js'
import { projectionsOf, parseShare } from '../../src/projections/shares.js'

function names(of: number): readonly (readonly string[])[] {
  return Array.from({ length: of }, (_, index) => projectionsOf({ part: index + 1, of }).map(({ name }) => name))
}

t.test('each read model belongs to one share, of any number of shares', (t) => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: PROJECTIONS.length }), (of) => {
      const shares = names(of)
      t.same(shares.flat().toSorted(), PROJECTIONS.map(({ name }) => name).toSorted())
      t.ok(shares.every((share) => share.length > 0))
    }),
  )
  t.same(projectionsOf(parseShare('1/1')), PROJECTIONS)
  t.end()
})

t.test('what costs most is divided', (t) => {
  const costly = ['feed', 'invoices', 'invoice_search', 'timeline']
  t.same(
    names(4).map((share) => share.filter((name) => costly.includes(name))),
    costly.map((name) => [name]),
  )
  const [first = [], second = []] = names(2)
  t.not(first.includes('feed'), first.includes('invoices'))
  t.not(second.length, 0)
  t.end()
})

t.test('a share is its number and that of all', (t) => {
  t.same(parseShare('2/3'), { part: 2, of: 3 })
  t.same(parseShare('1/1'), { part: 1, of: 1 })
  const [last, more] = [PROJECTIONS.length, PROJECTIONS.length + 1]
  t.same(parseShare(`${last}/${last}`), { part: last, of: last })
  for (const text of ['0/1', '2/1', '1/0', '1', '', '1/2/3', '-1/2', '1.5/2', ' 1/2', `1/${more}`])
    t.throws(() => parseShare(text), { message: /PROJECTIONS_SHARE is .* must be one of the shares/ }, text)
  t.end()
})
