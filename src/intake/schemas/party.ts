import { Type } from '@sinclair/typebox'
import { AddressInput } from './address.js'
import { formatted, strictObject, text } from './fields.js'

/** BG-4 and BG-7. */
export function party(description: string) {
  return strictObject(
    {
      vatNumber: text(50, {
        description: 'VAT number with country prefix; spaces, dots and dashes are dropped',
        examples: ['RO12345678'],
      }),
      name: text(200, { description: 'Legal name', examples: ['Exemplu SRL'] }),
      address: Type.Optional(AddressInput),
      email: Type.Optional(formatted('email', { description: 'Contact email', examples: ['office@example.com'] }, 254)),
      phone: Type.Optional(text(50, { description: 'Contact phone', examples: ['+40 21 000 0000'] })),
      sdiCode: Type.Optional(
        formatted('sdi-code', {
          description: 'Italian recipient code (Codice Destinatario), 7 characters',
          examples: ['0000000'],
        }),
      ),
      peppolId: Type.Optional(text(100, { description: 'Peppol participant id', examples: ['0208:0123456789'] })),
      siret: Type.Optional(
        formatted('siret', { description: 'French SIRET, 14 digits', examples: ['73282932000074'] }),
      ),
      leitwegId: Type.Optional(text(46, { description: 'German Leitweg-ID', examples: ['04011000-12345-03'] })),
    },
    { title: 'Party', description },
  )
}
