import { once } from 'node:events'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { isAccessible } from '../../support/accessible.js'
import { openBrowser } from '../../support/chromium.js'
import { connectedCompany } from '../api/samples.js'
import { startTestService } from '../api/test-service.js'

/** One page of each kind. */
const KINDS = [
  '/docs',
  '/docs/guide',
  '/docs/countries/it',
  '/docs/countries/fields',
  '/docs/api/createInvoice',
  '/docs/api/listInvoices',
  '/docs/api/setConnectionCredentials',
  '/docs/webhooks',
  '/docs/errors',
  '/docs/search?q=vat',
  '/docs/rules',
  '/docs/rules/BR-CO-15',
  // It has a word that is wider than a phone.
  '/docs/rules/BR-DE-18',
  '/docs/rules/BR-CO-99',
  '/docs/nothing',
]

const service = await startTestService(t)
const { test, live } = await service.account()
await connectedCompany(test)
const base = await service.app.listen({ host: '127.0.0.1', port: 0 })
const browser = await openBrowser(t)

if (browser === null) t.pass('left out: there is no Chromium to look at the pages with')
else {
  const open = async (path: string) => {
    const page = await browser.newPage()
    const asked: string[] = []
    const complaints: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(base + path)
    return { page, asked, complaints }
  }

  t.test('a developer enters a test key once and sends requests from several pages', async (t) => {
    const { page, asked, complaints } = await open('/docs/api/listCompanies')
    const send = async (): Promise<string> => {
      await page.getByRole('button', { name: 'Send' }).click()
      await page.locator('[data-outcome] .status').waitFor()
      return page.locator('[data-try]').innerText()
    }
    await page.getByText('Send a request').click()
    await page.getByLabel('Test key').fill(test.key)
    const companies = await send()
    t.match(companies, /200 OK in \d+ ms/)
    t.match(companies, /"name": "Exemplu SRL"/)

    await page
      .getByRole('navigation', { name: 'Documentation' })
      .getByRole('link', { name: 'Validate an invoice' })
      .click()
    await page.getByRole('heading', { level: 1, name: 'Validate an invoice' }).waitFor()
    t.equal(new URL(page.url()).pathname, '/docs/api/validateInvoice')
    t.equal(await page.evaluate('document.activeElement.id'), 'main', 'a screen reader begins with the new page')
    await page.getByText('Send a request').click()
    // As the page offers it, without an edit.
    t.match(await send(), /200 OK.*"valid": true/s)
    await page.getByLabel('Example').selectOption('wrongUnit')
    await page.locator('[data-body][data-media-type="application/xml"]').waitFor()
    await page.getByLabel('Language').selectOption('python')
    await page.getByRole('group', { name: 'Sample in Python' }).waitFor()
    t.match(await send(), /200 OK.*BR-CL-23/s)
    t.equal(
      await page.evaluate('JSON.stringify(localStorage)'),
      '{"clearway-docs-language":"python"}',
      'no key is kept',
    )
    t.equal(await page.evaluate('JSON.stringify(sessionStorage)'), '{}')
    t.notOk(
      [page.url(), ...asked].some((url) => url.includes('sk_test_')),
      'nor in an address',
    )

    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'List companies' }).waitFor()
    t.equal(await page.locator('[data-key]').inputValue(), test.key)
    t.same(complaints, [])
    t.same(
      asked.filter((url) => !url.startsWith(`${base}/`)),
      [],
    )
    await page.reload()
    t.equal(await page.locator('[data-key]').inputValue(), '', 'gone with the page')
    await page.evaluate('localStorage.clear()')
    await page.close()
  })

  t.test('a live key is not taken, and no idempotency key is filled in', async (t) => {
    const { page, asked } = await open('/docs/api/createInvoice')
    await page.getByText('Send a request').click()
    t.equal(await page.getByLabel('X-Idempotency-Key').inputValue(), '')
    await page.getByLabel('Test key').fill(live.key)
    await page.getByRole('button', { name: 'Send' }).click()
    t.match(await page.evaluate('document.querySelector("[data-key]").validationMessage'), /test key/)
    t.notOk(asked.some((url) => url.includes('/v1/')))
    await page.getByLabel('Test key').fill(test.key)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('[data-outcome] .status.ok').waitFor()
    t.match(await page.locator('[data-answer]').innerText(), /"status": "created"/)
    await page.close()
  })

  t.test('the search works by keyboard alone, and shows how much it has found', async (t) => {
    const { page, complaints } = await open('/docs/guide')
    await page.keyboard.press('/')
    await page.keyboard.type('going live')
    await page.getByRole('option').first().waitFor()
    t.match(
      await page.locator('.search [role=status]').innerText(),
      /^\d+ results; arrows choose, Enter opens$|^One result/,
    )
    t.equal(await page.getByRole('combobox').getAttribute('aria-expanded'), 'true')
    await page.keyboard.press('ArrowDown')
    const active = await page.getByRole('combobox').getAttribute('aria-activedescendant')
    t.equal(await page.locator(`#${active}`).getAttribute('aria-selected'), 'true')
    await page.keyboard.press('Escape')
    t.equal(await page.getByRole('option').count(), 0)
    await page.getByRole('combobox').fill('br-co-15')
    await page.getByRole('option', { name: 'BR-CO-15' }).first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'BR-CO-15' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('unitPrice')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor()
    await page.locator('main').getByRole('link', { name: 'lines[].unitPrice' }).first().click()
    await page.locator('#body-lines-unitPrice').waitFor({ state: 'visible' })
    t.match(page.url(), /#body-lines-unitPrice$/)
    t.same(complaints, [])
    await page.close()
  })

  t.test('the navigation shows where we are', async (t) => {
    const { page } = await open('/docs/operations')
    const { height = 0 } = page.viewportSize() ?? {}
    const place = await page.locator('.navigation [aria-current]').boundingBox()
    t.ok(place && place.y > 0 && place.y + place.height < height, JSON.stringify(place))
    await page.close()
  })

  t.test('on a phone the navigation opens by its button, and closes by Escape', async (t) => {
    const { page } = await open('/docs')
    await page.setViewportSize({ width: 390, height: 844 })
    const navigation = page.getByRole('navigation', { name: 'Documentation' })
    t.notOk(await navigation.isVisible())
    await page.getByRole('button', { name: 'Navigation' }).click()
    t.ok(await navigation.isVisible())
    await page.keyboard.press('Escape')
    t.notOk(await navigation.isVisible())
    await page.close()
  })

  t.test('behind a proxy with a prefix everything works the same', async (t) => {
    const { port } = new URL(base)
    const proxy = createServer((request, response) => {
      if (request.url?.startsWith('/clearway/') !== true) return response.writeHead(404).end()
      const { method, headers } = request
      const path = request.url.slice('/clearway'.length)
      const onward = forward({ port, path, method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      return request.pipe(onward)
    }).listen(0, '127.0.0.1')
    t.teardown(() => proxy.close())
    await once(proxy, 'listening')
    const prefix = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/clearway`
    const page = await browser.newPage()
    const failed: string[] = []
    page.on('response', (answer) => answer.status() >= 400 && failed.push(answer.url()))
    await page.goto(`${prefix}/`)
    t.equal(page.url(), `${prefix}/docs`)
    await page.locator('.navigation').getByRole('link', { name: 'List companies' }).click()
    await page.getByRole('heading', { level: 1, name: 'List companies' }).waitFor()
    await page.getByText('Send a request').click()
    await page.getByLabel('Test key').fill(test.key)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('[data-outcome] .status.ok').waitFor()
    await page.locator('.navigation').getByRole('link', { name: 'Rules' }).click()
    await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor()
    t.same(failed, [])
    await page.close()
  })

  t.test('no page has a serious fault of accessibility, or scrolls sideways', { timeout: 240_000 }, async (t) => {
    const page = await browser.newPage()
    const inspector = await browser.newCDPSession(page)
    const sideways = "[...document.querySelectorAll('.contents')].some((at) => at.scrollWidth > at.clientWidth)"
    for (const path of KINDS)
      await isAccessible(t, page, base + path, {
        inspector,
        widths: [1440, 390],
        ignored: ['minor'],
        inWidth: async (width) =>
          t.equal(await page.evaluate(sideways), false, `${path} ${width}: the list of headings`),
      })
    await page.close()
  })

  t.test('every place that the keyboard reaches shows that it is there', async (t) => {
    const { page } = await open('/docs/api/createInvoice')
    const seen = new Set<string>()
    for (let press = 0; press < 70; press++) {
      await page.keyboard.press('Tab')
      const [name, outline] = await page.evaluate<[string, string]>(
        `[document.activeElement.outerHTML.slice(0, 80), getComputedStyle(document.activeElement).outlineStyle]`,
      )
      t.not(outline, 'none', name)
      seen.add(name)
    }
    t.ok(seen.size > 50, 'no trap')
    await page.close()
  })
}
