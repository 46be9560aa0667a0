import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { batchAnswers } from '../../src/cli/send/service.js'
import { outgoingIn } from '../../src/cli/send/outgoing.js'
import { Fields } from '../../src/http/console/fields.js'
import { placeIn } from '../../src/http/console/listing.js'
import { readConfig } from '../../src/host/settings/config.js'
import { linkTo } from '../../src/host/observability/traces.js'
import { idleRun } from '../support/command-line.js'
import * as corpus from './corpus.js'
import type { Target } from './target.js'

const ACCOUNT = 'acc_0000000000000000000001'
const PLACE = `2026-11-23T12:00:00.000Z inv_${'0'.repeat(22)}`

/** Inputs at the edges of the deployment: by the console, the commands, and from callers. */
export const OPERATOR_TARGETS: Readonly<Record<string, Target>> = {
  sentFiles: {
    corpus: () => [...corpus.requests(), Buffer.from('{"idempotencyKey":"a","number":"F-1"}\n{"number":1e999}\n')],
    async read(bytes) {
      const file = join(tmpdir(), `clearway-fuzz-${randomUUID()}.ndjson`)
      writeFileSync(file, bytes)
      try {
        await outgoingIn(idleRun(), file, '', { json: true })
      } finally {
        rmSync(file)
      }
    },
    throws: [],
  },
  batchAnswers: {
    corpus: () => [
      Buffer.from('{"line":1,"status":201,"data":{"id":"inv_1"}}\n{"line":2,"status":400,"error":{"message":"x"}}\n'),
    ],
    read: (bytes) => batchAnswers('https://api.example', bytes.toString('utf8'), 2),
    throws: ['StartupError'],
  },
  consoleForm: {
    corpus: () =>
      [PLACE, PLACE.replace('11-23', '02-30')].map((after) =>
        Buffer.from(new URLSearchParams({ after, from: '2026-01-01', q: 'F-1' }).toString()),
      ),
    read(bytes) {
      const fields = new Fields(new URLSearchParams(bytes.toString('utf8')))
      fields.text('q', 'The text', 200)
      fields.matching('account', /^acc_/, ACCOUNT)
      fields.day('from', 'The day', true)?.toISOString()
      const place = placeIn(fields)
      // PostgreSQL refuses a day that is in no calendar, and any other text is none of ours.
      if (place !== null && new Date(place.createdAt).toISOString() !== place.createdAt)
        throw new Error(`${place.createdAt} is no instant`)
    },
    throws: [],
  },
  settings: {
    corpus: () => [
      Buffer.from('PORT=3000\nOPS_PORT=9914\nROLES=api,processors\nTRUST_PROXY=10.0.0.0/8,::1\nLOG_LEVEL=info'),
      Buffer.from(
        `EVENTSTORE_URL=esdb://user:p%40ss@a:2113,b:2113?tls=false\nSECRETS_KEY=${Buffer.alloc(32).toString('base64')}\nDATABASE_URL=postgresql://a@b/c\nSEAL_MINUTES=60\nCORS_ORIGINS=https://a.example\nPUBLIC_URL=https://b.example/`,
      ),
    ],
    read(bytes) {
      const lines = bytes.toString('utf8').split('\n')
      readConfig(
        Object.fromEntries(lines.map((line) => [line.split('=', 1)[0] ?? '', line.slice(line.indexOf('=') + 1)])),
      )
    },
    throws: ['StartupError'],
  },
  traceparent: {
    corpus: () => [Buffer.from('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01')],
    read: (bytes) => linkTo(bytes.toString('latin1')),
    throws: [],
  },
}
