/**
 * A valid proof: its hashes, paths and signature match its content. An invoice begins with its
 * creation, which is left out here because of its length.
 */
export const SEALED_PROOF = {
  invoiceId: 'inv_2WnKc7yTq4XbR9vLz0HdSm',
  stream: 'liveInvoice-inv_2WnKc7yTq4XbR9vLz0HdSm',
  sealed: true,
  reason: null,
  nextSealAt: null,
  seal: {
    sequence: 1,
    size: 3,
    root: '635858b1675bc474b4b5faeed41b8fe12f13062763666fb99cad05fbb0a27233',
    firstPosition: '1',
    lastPosition: '3',
    streams: 2,
    previousSeal: null,
    previousKeyId: null,
    sealedAt: '2026-03-31T10:00:00.000Z',
    algorithm: 'Ed25519' as const,
    keyId: '18fadcf819c31d82',
    publicKey:
      '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAzpepCTZxXzSoLEGft3n2TOzBP1+tBuwVRLA8beCvSGM=\n-----END PUBLIC KEY-----\n',
    signature: 'HmjAvfcrPSlTml2kUfS1tK7byRSiE/hMzYZ+8YGH0fiHr0BlhFQ7UNPv5sT4jhShtEBmg3DllXkusVuUG/jcBg==',
  },
  timeStamp: null,
  events: [
    {
      revision: 0,
      type: 'InvoiceValidated',
      occurredAt: '2026-03-31T09:30:00.000Z',
      prevHash: '0000000000000000000000000000000000000000000000000000000000000000',
      hash: 'f5ef5b122a5ebac60e7d03e9945597f02eee6d5da99eee0408519d8f04e7ab82',
      content:
        '{"data":{"format":"UBL","rulesChecked":812},"id":"0b7ee5b2-0d0b-4d2e-9d2e-2c2d6f7b8a90","metadata":{"$causationId":"req_3zT1vYb0mWQk5N8xHc2RfA","$correlationId":"req_3zT1vYb0mWQk5N8xHc2RfA","account":"acc_5kQ2mXv8RtYz1BnW4LcHdS","actor":"processor:pipeline","environment":"production","occurredAt":"2026-03-31T09:30:00.000Z","prevHash":"0000000000000000000000000000000000000000000000000000000000000000","schemaVersion":1},"revision":0,"stream":"liveInvoice-inv_2WnKc7yTq4XbR9vLz0HdSm","type":"InvoiceValidated"}',
      sealed: true,
      leafIndex: 1,
      path: [
        '3ab1848690c86de69357f5531b1c95cb0f32bbdb147e134f69bae8a8bdc236e7',
        '37aa2fce7f5f77f101b19de9f2f6b22e5b0729a86bbb880d884d4245ceb9854f',
      ],
    },
    {
      revision: 1,
      type: 'InvoiceAccepted',
      occurredAt: '2026-03-31T09:30:10.000Z',
      prevHash: 'f5ef5b122a5ebac60e7d03e9945597f02eee6d5da99eee0408519d8f04e7ab82',
      hash: '0258635640a09e9efd59650df3dbbe2dd7026b7d0751189658613bb25e1911ed',
      content:
        '{"data":{"govId":"5000000042","govMessage":null},"id":"5d3c9a41-7c1f-4b53-8f0a-1e2b3c4d5e6f","metadata":{"$causationId":"req_3zT1vYb0mWQk5N8xHc2RfA","$correlationId":"req_3zT1vYb0mWQk5N8xHc2RfA","account":"acc_5kQ2mXv8RtYz1BnW4LcHdS","actor":"processor:pipeline","environment":"production","occurredAt":"2026-03-31T09:30:10.000Z","prevHash":"f5ef5b122a5ebac60e7d03e9945597f02eee6d5da99eee0408519d8f04e7ab82","schemaVersion":1},"revision":1,"stream":"liveInvoice-inv_2WnKc7yTq4XbR9vLz0HdSm","type":"InvoiceAccepted"}',
      sealed: true,
      leafIndex: 2,
      path: ['f60dae4a464091489526d40fa55a13eb322afec596bc32882eeeb30f984e9846'],
    },
  ],
}
