import t from 'tap'
import { bestOf, httpFigures, pipelineFigures, rulesFigures, tableOf } from '../../bench/against/figures.js'

t.test('figures are read from what the programs print', (t) => {
  const rules = { load: {}, rows: [{ lines: 1, fromJson: 60, fromXml: 200, conversion: 11, saxon: null }] }
  t.strictSame(
    [...rulesFigures(JSON.stringify(rules))],
    [
      ['judge from JSON, 1 line, µs', 60],
      ['judge from XML, 1 line, µs', 200],
      ['convert, 1 line, µs', 11],
    ],
  )
  const pipeline = [
    'reference: 900 durable inserts/s, by 32 clients',
    'of one invoice:',
    '       2.500  ms of Node, api',
    '       3.000  ms of Node, processors',
    '       1.250  ms of PostgreSQL, clearway api',
    '      11.100  statements',
    '      10.800  commits',
    '      30.000  KB of WAL',
    '       4.000  updates of read.invoices',
  ]
  t.strictSame([...pipelineFigures(pipeline.join('\n')).values()], [5.5, 1.25, 11.1, 10.8, 30])
  const http = [
    'reference: empty handler             9000/s  p50    3.0 ms  p99    9.0 ms',
    'POST /v1/invoices                     450/s  p50   60.0 ms  p99   90.0 ms  0.50 × durable inserts',
    'GET /v1/invoices/:id                 5400/s  p50    5.0 ms  p99    9.0 ms  0.60 × empty handler',
  ]
  t.strictSame(
    [...httpFigures(http.join('\n'))],
    [
      ['POST /v1/invoices / durable inserts', 0.5],
      ['GET /v1/invoices/:id / empty handler', 0.6],
    ],
  )
  t.end()
})

t.test('the best run of each figure counts', (t) => {
  const runs = [
    new Map([['a', 3]]),
    new Map([
      ['a', 2],
      ['b', 1],
    ]),
  ]
  t.strictSame(
    [...bestOf(runs, 'smaller')],
    [
      ['a', 2],
      ['b', 1],
    ],
  )
  t.strictSame(
    [...bestOf(runs, 'larger')],
    [
      ['a', 3],
      ['b', 1],
    ],
  )
  t.match(
    tableOf(
      new Map([['a', 4]]),
      new Map([
        ['a', 2],
        ['b', 1],
      ]),
    ),
    /^a +4\.00 +2\.00 +0\.50\nb +- +1\.00 +-$/m,
  )
  t.end()
})
