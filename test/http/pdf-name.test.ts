import t from 'tap'
import { namedPdf } from '../../src/http/pdf-name.js'

t.test('a PDF is named after the number of its invoice', (t) => {
  t.equal(namedPdf('IV-2026-1043', 'inv_1'), 'attachment; filename="IV-2026-1043.pdf"')
  t.equal(namedPdf('FV/2026/11', 'inv_1', '-factur-x'), 'attachment; filename="FV-2026-11-factur-x.pdf"')
  t.equal(namedPdf('RĂ 1', 'inv_1'), `attachment; filename*=UTF-8''R%C4%82%201.pdf; filename="RA 1.pdf"`)
  t.equal(namedPdf('请 1', 'inv_1'), `attachment; filename*=UTF-8''%E8%AF%B7%201.pdf; filename="_ 1.pdf"`)
  t.end()
})

t.test('no number leaves the folder or breaks the header', (t) => {
  t.equal(namedPdf('../../etc\\passwd', 'inv_1'), 'attachment; filename="etc-passwd.pdf"')
  for (const number of ['', '...', '///', '\u202e', '\r\n', '\ud800']) {
    const named = namedPdf(number, 'inv_1')
    t.match(named, /^attachment; [ -~]+$/, JSON.stringify(number))
    t.notMatch(named, /[/\\\r\n]/)
  }
  t.equal(namedPdf('///', 'inv_1'), 'attachment; filename="inv_1.pdf"')
  t.ok(namedPdf('9'.repeat(5_000), 'inv_1').length < 200)
  t.end()
})
