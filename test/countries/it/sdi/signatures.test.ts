import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { sdiGateway } from '../../../../src/countries/it/sdi/gateway.js'
import { fileReference, idReference } from '../../../../src/countries/it/sdi/references.js'
import { deliveryReceipt, rejectionNotice } from '../../../../src/countries/it/notifications.js'
import { readSigner } from '../../../../src/countries/signing/signer.js'
import { signedBySdi } from '../../../standins/sdi/signed.js'
import { signingFile } from '../../signing/signing-file.js'
import { worldOf } from './world.js'

const SIGNER = readSigner({ pkcs12: signingFile('rsa.p12'), passphrase: 'hasło1' })

/** The decision on a file whose notification says `change`, with the settings of an operator. */
async function decisionOn(
  t: Test,
  change: (xml: string) => string,
  { settings = {}, isRejection = false }: { settings?: Record<string, string>; isRejection?: boolean } = {},
) {
  const world = await worldOf(t)
  // The certificate of the test begins later.
  world.pass(3 * 24 * 3600)
  const invoice = world.submission()
  const uploadId = await world.sent(invoice)
  const [id = '', fileName = ''] = uploadId.split(' ')
  const at = world.now()
  const file = {
    id,
    fileName,
    messageId: '1',
    receivedAt: at,
    sha256: '0'.repeat(64),
    recipient: { code: 'ABC1234', name: 'Buyer' },
  }
  const xml = isRejection
    ? rejectionNotice(file, [{ code: '00404', description: 'duplicata' }])
    : deliveryReceipt(file, at)
  await world.mailbox.put({
    channel: 'sdi',
    scope: null,
    messageId: 'm-1',
    references: [idReference(id), fileReference(fileName)],
    kind: isRejection ? 'NS' : 'RC',
    receivedAt: at,
    bytes: Buffer.from(change(xml)),
    mediaType: 'application/xml',
  })
  const gateway = sdiGateway({ ...world.tools, settings: { ...world.tools.settings, ...settings } })
  const outcome = await gateway.poll(invoice, uploadId, invoice.createdAt)
  const noted = outcome.kind === 'accepted' || outcome.kind === 'rejected' ? outcome.warnings : ['undecided']
  const known = await gateway.reconcile?.(invoice, uploadId, null)
  return { kind: outcome.kind, warnings: noted, log: [...world.warnings], known }
}

const sign = (xml: string): string => signedBySdi(xml, SIGNER)

t.test('a notification decides, and its missing or wrong signature is a warning', async (t) => {
  t.match(await decisionOn(t, sign), { kind: 'accepted', warnings: undefined, log: [] })
  t.match(await decisionOn(t, (xml) => xml), {
    kind: 'accepted',
    warnings: ["SdI's notification RC: it has no signature."],
    log: [/no signature/],
    known: { kind: 'accepted' },
  })
  t.match(await decisionOn(t, (xml) => sign(xml).replace('ABC1234', 'ABC9999')), {
    kind: 'accepted',
    warnings: [/^SdI's notification RC: its signature is not valid: the document was changed/],
    log: [/not valid/],
  })
  t.match(await decisionOn(t, (xml) => xml, { isRejection: true }), {
    kind: 'rejected',
    warnings: ["SdI's notification NS: it has no signature."],
  })
})

t.test('with a file of authorities the issuer of the certificate counts, too', async (t) => {
  const folder = t.testdir()
  const path = (name: string, content: string): Record<string, string> => {
    writeFileSync(join(folder, name), content)
    return { SDI_SIGNATURE_CA: join(folder, name) }
  }
  const chain = signingFile('rsa-chain.pem').toString()
  t.match(await decisionOn(t, sign, { settings: path('trusted.pem', chain) }), { warnings: undefined })
  const other = readSigner({ pkcs12: signingFile('ec.p12'), passphrase: 'hasło1' }).certificate.toString()
  t.match(await decisionOn(t, sign, { settings: path('other.pem', other) }), {
    kind: 'accepted',
    warnings: [/its signature is valid, but not trusted: no authority/],
    log: [/not trusted/],
  })
  const { tools } = await worldOf(t)
  for (const settings of [path('empty.pem', ''), { SDI_SIGNATURE_CA: join(folder, 'missing.pem') }])
    t.throws(() => sdiGateway({ ...tools, settings }), /SDI_SIGNATURE_CA|ENOENT/)
})
