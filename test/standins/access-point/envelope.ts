import { randomUUID } from 'node:crypto'

/** A document for a participant of the network, as its sender's access point sends it. */
interface Sent {
  /** `iso6523-actorid-upis::0208:0403170701` */
  readonly sender: string
  readonly receiver: string
  readonly instanceId?: string
  /** Further declarations of the envelope's root. */
  readonly declarations?: string
}

/** A document in its envelope (SBDH), with nothing changed. */
export function inEnvelope(
  { sender, receiver, instanceId = randomUUID(), declarations = '' }: Sent,
  document: string,
): string {
  const corner = (name: string, participant: string): string => {
    const [scheme = '', value = ''] = participant.split('::')
    return `<${name}><Identifier Authority="${scheme}">${value}</Identifier></${name}>`
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<StandardBusinessDocument xmlns="http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader"${declarations}><StandardBusinessDocumentHeader>
<HeaderVersion>1.0</HeaderVersion>${corner('Sender', sender)}${corner('Receiver', receiver)}
<DocumentIdentification><Standard>urn:oasis:names:specification:ubl:schema:xsd:Invoice-2</Standard><TypeVersion>2.1</TypeVersion><InstanceIdentifier>${instanceId}</InstanceIdentifier><Type>Invoice</Type><CreationDateAndTime>2026-11-27T10:00:00Z</CreationDateAndTime></DocumentIdentification>
</StandardBusinessDocumentHeader>
${document.replace(/^<\?xml[^>]*\?>\s*/, '')}
</StandardBusinessDocument>`
}
