import t from 'tap'
import { openBrowser } from '../support/chromium.js'
import { connectedCompany } from './samples.js'
import { startTestService } from './test-service.js'

const service = await startTestService(t)
const { test } = await service.account()
await connectedCompany(test)

t.test('the page and its assets come from the service, under a policy that lets nothing else in', async (t) => {
  const page = await service.app.inject('/docs')
  t.match(page.headers['content-type'], /^text\/html/)
  t.match(page.headers['content-security-policy'], /^default-src 'none'; script-src 'self'; style-src 'self';/)
  const { statusCode, headers } = await service.app.inject('/docs/')
  t.same([statusCode, headers.location], [302, '../docs'])
  const links = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link)
  t.ok(links.length >= 6)
  for (const link of links) {
    t.notMatch(link, /^\w+:|^\//, 'relative to the page')
    t.equal((await service.app.inject(`/${link}`)).statusCode, 200, link)
  }
})

t.test('in a browser a developer enters a key and sends requests', async (t) => {
  const browser = await openBrowser(t)
  if (browser === null) {
    t.pass('left out: there is no Chromium to look at the page with')
    return
  }
  const base = await service.app.listen({ host: '127.0.0.1', port: 0 })
  const page = await browser.newPage()
  const asked: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))

  await page.goto(`${base}/docs`)
  await page.locator('button.authorize').click()
  await page.locator('.auth-container input').fill(test.key)
  await page.locator('.auth-btn-wrapper button.authorize').click()
  await page.locator('.auth-btn-wrapper .btn-done').click()

  const send = async (operation: string): Promise<string> => {
    const block = page.locator(`#operations-${operation}`)
    await block.locator('.opblock-summary-control').click()
    await block.locator('button.execute').click()
    return block.locator('.live-responses-table .response').innerText()
  }
  const companies = await send('Companies-listCompanies')
  t.match(companies, /^200\b/)
  t.match(companies, /"name": "Exemplu SRL"/)
  // As the page offers it, without an edit.
  const verdict = await send('Invoices-validateInvoice')
  t.match(verdict, /^200\b/)
  t.match(verdict, /"valid": true/)

  t.same(complaints, [])
  const elsewhere = asked.filter((url) => !url.startsWith(`${base}/`) && !url.startsWith('data:'))
  t.same(elsewhere, [])
  t.ok(asked.includes(`${base}/v1/companies?limit=1000`), asked.join(', '))
  t.equal(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })'), '{}', 'the key is not kept')
})
