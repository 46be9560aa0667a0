import { Type } from '@sinclair/typebox'
import { nullableString, nullableTime, oneOf, time } from '../../../documents/intake/schemas/fields.js'
import { enveloped } from './responses.js'

const sha256 = (description: string) =>
  Type.String({ description: `${description}; SHA-256, hexadecimal`, examples: ['9b74c9897bac770f…'] })

const Seal = Type.Object(
  {
    sequence: Type.Integer({ description: 'From 1, without gaps', examples: [4711] }),
    size: Type.Integer({ description: 'Number of sealed events, from the very first one', examples: [81234] }),
    root: sha256('Root of the Merkle tree (RFC 9162) over the hashes of these events'),
    firstPosition: Type.String({ description: 'Position of the first of them in the event store', examples: ['1'] }),
    lastPosition: Type.String({ description: 'Position of the last of them', examples: ['190218'] }),
    streams: Type.Integer({
      description: 'Number of invoices, companies and so on that they belong to',
      examples: [20311],
    }),
    previousSeal: nullableString({
      description:
        'SHA-256 of the previous seal, hexadecimal, over its canonical JSON (RFC 8785); null: this is the first',
    }),
    previousKeyId: nullableString({
      description: 'Id of the key that signed the previous seal; null: this is the first',
    }),
    erasuresSignedFrom: Type.Optional(
      Type.Integer({
        description:
          'Number of sealed events from which on all records of erasures are signed; absent in seals of older versions',
        examples: [81234],
      }),
    ),
    sealedAt: time('When the seal was made'),
    algorithm: oneOf(['Ed25519'], { description: 'Signature algorithm', examples: ['Ed25519'] }),
    keyId: Type.String({
      description: 'The first 16 hexadecimal digits of the SHA-256 of the public key (SPKI, DER)',
      examples: ['3f1c2a90b7d4e856'],
    }),
    publicKey: Type.String({
      description: 'The public key, PEM. Compare it with the one that you have received from the operator elsewhere',
    }),
    signature: Type.String({
      description: 'Signature in Base64, over the canonical JSON (RFC 8785) of all other fields of the seal',
    }),
  },
  { title: 'Seal' },
)

const TimeStamp = Type.Object(
  {
    sequence: Type.Integer({ description: 'Sequence of the seal that it is for', examples: [4711] }),
    imprint: sha256("The hash that the authority has stamped, of the data that the seal's signature covers"),
    authority: Type.String({ description: 'Address of the authority', examples: ['https://tsa.example.com'] }),
    time: time("Time of the stamp, by the authority's clock"),
    token: Type.String({ description: 'The token of RFC 3161 (CMS, DER), Base64' }),
  },
  { title: 'SealTimeStamp' },
)

const ProvenEvent = Type.Object(
  {
    revision: Type.Integer({ description: "Place among the invoice's events, from 0", examples: [0] }),
    type: Type.String({ description: 'Type of the event, as it is recorded', examples: ['InvoiceCreated'] }),
    occurredAt: time('When it happened'),
    prevHash: Type.String({
      description: '`hash` of the previous event; 64 zeros for the first one',
      examples: ['0'.repeat(64)],
    }),
    hash: sha256('Hash over `prevHash`, as text, followed by `content`'),
    content: Type.String({
      description: 'The complete record of the event as canonical JSON (RFC 8785), byte for byte the input of the hash',
    }),
    sealed: Type.Boolean({ description: 'Whether the seal covers it' }),
    leafIndex: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: "Place among the seal's events, from 0; null: not sealed",
      examples: [81200],
    }),
    path: Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string', description: 'SHA-256, hexadecimal' },
      description:
        "Inclusion proof (RFC 9162, 2.1.3) of the leaf, the event's hash in bytes, from the leaf upwards; null: not sealed",
    }),
  },
  { title: 'ProvenEvent' },
)

/** The answer of `GET /v1/invoices/{id}/proof`. */
export const ProofResponse = enveloped(
  Type.Object(
    {
      invoiceId: Type.String({ description: 'The invoice', examples: ['inv_2WnKc7yTq4XbR9vLz0HdSm'] }),
      stream: Type.String({
        description: 'Name of the stream that contains its events',
        examples: ['liveInvoice-inv_2WnKc7yTq4XbR9vLz0HdSm'],
      }),
      sealed: Type.Boolean({ description: 'Whether all its events are sealed' }),
      reason: nullableString({ description: 'Why some are not sealed; null: all are' }),
      nextSealAt: nullableTime(
        'When the remaining events will be sealed; null: all are sealed, or the time is not known',
      ),
      seal: Type.Unsafe<object | null>({
        anyOf: [Seal, { type: 'null' }],
        description: 'The newest seal, which covers every sealed event; null: none is sealed',
      }),
      timeStamp: Type.Unsafe<object | null>({
        anyOf: [TimeStamp, { type: 'null' }],
        description: 'Time stamp of a time-stamping authority for the seal; null: none, or not yet',
      }),
      events: Type.Array(ProvenEvent, { description: "All of the invoice's events, oldest first" }),
    },
    { title: 'InvoiceProof' },
  ),
  "Proof that an invoice's events are sealed as they were recorded",
)
