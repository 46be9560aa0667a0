import type { InvoiceEvent } from '../../../src/domain/invoice.js'
import type { StreamEvent } from '../../../src/domain/event.js'
import type { TakenUpload } from '../../standins/anaf/register.js'
import type { Customer } from '../customer.js'
import { MEANT } from '../plan.js'
import type { World } from '../world.js'
import { streamOf } from './invoices.js'

/**
 * Of each invoice the government has taken one upload that has effect, and it is the one of which
 * the stream records. Another was sent only where the one before was rejected, as the plan wanted.
 */
export async function checkUploads(world: World, customers: readonly Customer[]): Promise<void> {
  const { anaf, journal, deployment } = world
  const bySha = new Map<string, TakenUpload[]>()
  for (const upload of anaf.register.taken) bySha.set(upload.sha256, [...(bySha.get(upload.sha256) ?? []), upload])
  for (const posted of customers.flatMap((customer) => customer.posted)) {
    if (posted.side !== 'live') continue
    const stream = streamOf(posted)
    const events = (await deployment.store.readStream(stream)) as readonly StreamEvent<InvoiceEvent>[]
    const converted = events.find((event) => event.type === 'InvoiceConverted')
    const submitted = events.findLast((event) => event.type === 'InvoiceSubmitted')
    if (converted?.type !== 'InvoiceConverted' || submitted?.type !== 'InvoiceSubmitted') continue
    const uploads = bySha.get(converted.data.document.sha256) ?? []
    const meant = uploads.filter(({ decision }) => decision.texts.includes(MEANT))
    const others = uploads.filter((upload) => !meant.includes(upload))
    const said = uploads.map((upload) => `${upload.index} at ${upload.takenAt.toISOString()} ${upload.decision.state}`)
    if (others.length > 1) journal.broken(`was sent ${uploads.length} times: ${said.join(', ')}`, stream)
    if (!uploads.some(({ index }) => index === submitted.data.uploadId))
      journal.broken(`is followed as ${submitted.data.uploadId}, and its uploads are ${said.join(', ')}`, stream)
  }
  const contents = anaf.register.taken
    .filter(({ decision, isMessage }) => decision.state === 'ok' && !isMessage)
    .map(({ content }) => content)
  if (new Set(contents).size !== contents.length) journal.broken('two accepted uploads are one invoice')
}
