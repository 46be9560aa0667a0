// http-message-signatures signs requests as a platform may: by each kind of key that it can use.
import { createPrivateKey } from 'node:crypto'
import { createRequire } from 'node:module'
import { json } from 'node:stream/consumers'
import { step } from './steps.js'

const require = createRequire(import.meta.url)
const { createSigner, httpbis } = require(`${process.argv[2]}/http-message-signatures`)
const { url, headers, created, fields, keys } = await json(process.stdin)

for (const { algorithm, pem } of keys)
  await step(algorithm, async () => {
    const key = createSigner(createPrivateKey(pem), algorithm, 'platform-1')
    const paramValues = { created: new Date(created), nonce: algorithm }
    const config = { key, fields, params: ['created', 'keyid', 'alg', 'nonce'], paramValues }
    const signed = await httpbis.signMessage(config, { method: 'POST', url, headers })
    return signed.headers
  })
