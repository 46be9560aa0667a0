import t from 'tap'
import { dataIn, goldenXml, receivingCompany } from './receiving-company.js'
import { startTestService } from './test-service.js'

const service = await startTestService(t)

const INVOICE = goldenXml('pl/01-domestic.fa3.xml')
const CORRECTION = goldenXml('pl/02-credit-note.fa3.xml')
const NUMBER = 'FV/2026/10/0093'
const DATE = '2026-10-14'
const KSEF = '5213891244-20261014-0100A1B2C3D4-EA'

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const invoiceOf = (number: string, date: string): string =>
  INVOICE.replace(/<P_2>[^<]*</, `<P_2>${number}<`).replace(/<P_1>[^<]*</, `<P_1>${date}<`)

t.test('a correction links the invoice that it corrects, if that was received', async (t) => {
  const { test } = await service.account()
  const companyId = await receivingCompany(test, 'PL')
  const arrive = async (text: string) => {
    const answer = await test.post('/v1/test/received', { companyId, document: base64(text) })
    t.equal(answer.status, 201)
    return dataIn(answer)
  }
  const preceding = async (id: unknown): Promise<unknown> =>
    dataIn(await test.get(`/v1/received/${String(id)}`))['preceding']

  const original = await arrive(invoiceOf(NUMBER, DATE))
  t.same(await preceding(original['id']), [], 'an invoice corrects nothing')
  await arrive(invoiceOf(NUMBER, '2025-10-14'))
  const correction = await arrive(CORRECTION)
  t.same(
    await preceding(correction['id']),
    [{ number: NUMBER, issueDate: DATE, govId: KSEF, receivedId: null }],
    "KSeF's number decides, where there is one",
  )
  const byGovId = await arrive(CORRECTION.replace(KSEF, String(original['govId'])))
  t.same(await preceding(byGovId['id']), [
    { number: NUMBER, issueDate: DATE, govId: original['govId'], receivedId: original['id'] },
  ])
  const byNumber = await arrive(
    CORRECTION.replace(`<NrKSeF>1</NrKSeF>`, '<NrKSeFN>1</NrKSeFN>').replace(/ *<NrKSeFFaKorygowanej>.*\n/, ''),
  )
  t.same(await preceding(byNumber['id']), [
    { number: NUMBER, issueDate: DATE, govId: null, receivedId: original['id'] },
  ])

  const { test: stranger } = await service.account()
  const theirs = await receivingCompany(stranger, 'PL')
  const alone = await stranger.post('/v1/test/received', {
    companyId: theirs,
    document: base64(CORRECTION.replace(KSEF, String(original['govId']))),
  })
  t.match(dataIn(await stranger.get(`/v1/received/${String(dataIn(alone)['id'])}`)), {
    preceding: [{ receivedId: null }],
  })
})

t.test('a correction of ten thousand invoices lists a hundred', async (t) => {
  const { test } = await service.account()
  const companyId = await receivingCompany(test, 'PL')
  const [, corrected = ''] = /( *<DaneFaKorygowanej>[^]*?<\/DaneFaKorygowanej>\n)/.exec(CORRECTION) ?? []
  const many = Array.from({ length: 10_000 }, (_, index) => corrected.replace(NUMBER, `N/${index}`)).join('')
  const answer = await test.post('/v1/test/received', {
    companyId,
    document: base64(CORRECTION.replace(corrected, many)),
  })
  t.equal(answer.status, 201)
  const whole = dataIn(await test.get(`/v1/received/${String(dataIn(answer)['id'])}`)) as unknown as {
    readonly preceding: readonly { readonly number: string }[]
  }
  t.equal(whole.preceding.length, 100)
  t.equal(whole.preceding[99]?.number, 'N/99')
})
