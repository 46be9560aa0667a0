import t from 'tap'
import { isAccessible } from '../../support/accessible.js'
import { openBrowser } from '../../support/chromium.js'
import { arrived, goldenXml, receivingCompany } from '../api/receiving-company.js'
import { connectedCompany, sampleInvoice } from '../api/samples.js'
import { startTestConsole, TOKENS } from './console-service.js'
import { deadDelivery } from './dead-delivery.js'

const { service, ops } = await startTestConsole(t)
const { id: account, test } = await service.account()
await connectedCompany(test)
const created = await test.post('/v1/invoices', sampleInvoice())
const invoice = `/console/invoices/${String(created.body['data']?.['id'])}`
await deadDelivery(service, test, account)
const receiver = await receivingCompany(test, 'BE')
const xml = goldenXml('be/10-every-term.xml')
await arrived(test, receiver, xml)
const other = xml.replace(/(<cac:PayeeFinancialAccount>\s*<cbc:ID>)[^<]+/, '$1BE62510007547061')
const received = `/console/received/${String((await arrived(test, receiver, other))['id'])}`
const base = await ops.listen({ host: '127.0.0.1', port: 0 })
const browser = await openBrowser(t)

if (browser === null) t.pass('skipped: Chromium is not available')
else {
  const page = await browser.newPage()
  const asked: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()))

  t.test('an operator signs in, views pages, acts, and signs out', { timeout: 120_000 }, async (t) => {
    await page.goto(base)
    await page.getByLabel('Your token').fill(TOKENS.anna)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await page.getByText('The numbers as a table').click()
    t.ok(await page.getByRole('table', { name: 'Invoices created' }).isVisible())

    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Invoices' }).click()
    await page.locator('tbody').getByRole('link').first().click()
    await page.getByText('chain sound').waitFor()
    await page.getByRole('link', { name: '0. InvoiceCreated' }).click()
    t.match(await page.locator('#then').innerText(), /As it was at 2026-03-31 09:30:00 UTC/)

    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Deliveries' }).click()
    await page.getByText('Send all again').click()
    await page.getByRole('button', { name: 'Yes, send them again' }).click()
    await page.getByText('1 deliveries are sent again.').waitFor()

    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Read models' }).click()
    const row = page.locator('tr', { has: page.getByRole('rowheader', { name: 'timeline' }) })
    await row.locator('summary', { hasText: 'Pause' }).click()
    await row.getByRole('button', { name: 'Yes, pause it' }).click()
    await row.locator('.badge.warn').waitFor()
    await row.getByRole('button', { name: 'Resume' }).click()
    await row.locator('summary', { hasText: 'Rebuild' }).click()
    await row.getByRole('button', { name: 'Yes, rebuild it' }).click()
    await page.getByText('timeline is being rebuilt.').waitFor()

    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await page.goto(`${base}/console/accounts`)
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    t.same(complaints, [])
    t.same(
      asked.filter((url) => !url.startsWith(`${base}/`) || url.includes(TOKENS.anna)),
      [],
    )
  })

  t.test('no page has an accessibility fault or scrolls sideways', { timeout: 240_000 }, async (t) => {
    const inspector = await browser.newCDPSession(page)
    const look = (path: string): Promise<void> => isAccessible(t, page, base + path, { inspector, widths: [1440, 360] })
    await browser.clearCookies()
    await look('/console/sign-in')
    await page.getByLabel('Your token').fill(TOKENS.anna)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    const pages = [
      '',
      '/invoices',
      '/invoices?from=x',
      '/received',
      '/deliveries?status=pending',
      '/accounts',
      `/accounts/${account}`,
    ]
    const machine = ['/governments', '/projections', '/actions', '/seals', '/retention', '/nothing']
    for (const path of [...pages, ...machine]) await look(`/console${path}`)
    await look(`${invoice}?at=0`)
    await look(received)
    await page.setViewportSize({ width: 360, height: 800 })
    await page.getByText('Answer the supplier', { exact: true }).click()
    const select = await page.getByLabel('Answer', { exact: true }).boundingBox()
    t.ok((select?.x ?? 0) + (select?.width ?? 999) <= 360, 'the form fits a phone')
  })
}
