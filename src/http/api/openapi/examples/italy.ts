import type { Example } from '../example.js'

type Body = Readonly<Record<string, unknown>>

/** What only Italian invoices say. @param base a plain Italian invoice */
export function italianTerms(base: Body): Readonly<Record<string, Example>> {
  const { supplier, customer } = base
  const example = (summary: string, number: string, others: Body): Example => ({
    summary: `Italy: ${summary}`,
    value: { ...base, number, ...others },
  })
  return {
    italyTransport: example('goods with carrier and transport', 'FE-2026-0118', {
      lines: [{ description: 'Cassettiera in rovere', quantity: 40, unitPrice: 210, vatRate: 22 }],
      it: {
        transport: {
          carrier: { vatNumber: 'IT12345678903', name: 'Trasporti Valdarno S.r.l.' },
          means: 'Autocarro',
          reason: 'Vendita',
          packages: 4,
          goods: 'Bancali',
          weightUnit: 'KG',
          grossWeight: 812.5,
          netWeight: 780,
          incoterm: 'DAP',
        },
      },
    }),
    italyPublicWorks: example('public works by stage, under an agreement, of two orders', 'PA-2026-0119', {
      customer: { ...(customer as Body), sdiCode: 'UFXH7Q', name: 'Comune di Palermo' },
      lines: [
        { description: 'Cablaggio sede centrale, secondo SAL', unitPrice: 18500, vatRate: 22 },
        { description: 'Cablaggio biblioteca, secondo SAL', unitPrice: 6200, vatRate: 22 },
      ],
      vatCollection: 'split_payment',
      orderReference: 'ODA-311',
      tenderReference: '8712345678',
      it: {
        relatedDocuments: [
          { kind: 'order', number: 'ODA-311', issueDate: '2026-02-10', lines: [0] },
          { kind: 'order', number: 'ODA-312', issueDate: '2026-02-11', tenderReference: '8712345679', lines: [1] },
          { kind: 'agreement', number: 'CONSIP-RL7', jobCode: 'LOTTO-1' },
        ],
        progressStages: [2],
      },
    }),
    italyAgent: example('a commercial agent, with ENASARCO', 'PROV-2026-0120', {
      supplier: {
        ...(supplier as Body),
        nationalId: 'MRCLNE80A41A390E',
        name: 'Elena Marchetti',
        person: { firstName: 'Elena', lastName: 'Marchetti' },
      },
      lines: [{ description: 'Provvigioni', unitPrice: 1000, vatRate: 22, withholding: true }],
      socialFunds: [{ type: 'TC07', rate: 8.5, vatRate: 0 }],
      withholdings: [
        { type: 'RT01', rate: 11.5, reason: 'R' },
        { type: 'RT04', rate: 8.5, reason: 'ZO' },
      ],
    }),
    italyIntermediary: example('issued by a third party', 'FE-2026-0121', {
      it: { intermediary: { name: 'Studio Bianchi S.r.l.', vatNumber: 'IT12345678903' } },
    }),
    italySimplified: example('simplified invoice, TD07', 'FS-2026-0123', {
      documentType: 'TD07',
      customer: { vatNumber: 'IT00743110157', name: 'Cartiera Valdarno S.p.A.', sdiCode: 'M5UXCR1' },
      pricesIncludeVat: true,
      lines: [
        { description: 'Cartuccia inchiostro nero', quantity: 3, unitPrice: 23.9, vatRate: 22 },
        { description: 'Manuale della stampante', unitPrice: 12.5, vatRate: 4 },
      ],
    }),
    italySimplifiedCreditNote: example('simplified credit note, TD08', 'FS-2026-0124', {
      invoiceType: 'credit_note',
      documentType: 'TD08',
      precedingInvoice: { number: 'FS-2026-0123', issueDate: '2026-11-20' },
      note: 'Resa di una cartuccia difettosa',
      customer: { vatNumber: 'IT00743110157', name: 'Cartiera Valdarno S.p.A.', sdiCode: 'M5UXCR1' },
      pricesIncludeVat: true,
      lines: [{ description: 'Cartuccia inchiostro nero', unitPrice: 23.9, vatRate: 22 }],
    }),
    italySelfConsumption: example('self-consumption, TD27', 'AC-2026-0122', {
      documentType: 'TD27',
      customer: supplier,
      lines: [{ description: 'Omaggi senza rivalsa', quantity: 20, unitPrice: 12.5, vatRate: 22 }],
    }),
  }
}
