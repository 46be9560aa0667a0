import { convertDocument } from '../conversion/convert.js'
import { checkBody } from '../intake/check-body.js'
import { judgeXml } from '../../countries/judging/judge-xml.js'
import { readXml } from '../../countries/judging/read-xml.js'
import { readReceived } from '../receiving/read-received.js'
import type { Judging } from './port.js'
import { invoicingOf, written } from './task.js'

/** Judges in the caller's thread. */
export const judgeInProcess: Judging = {
  async validate(_caller, country, invoice, today) {
    return invoicingOf(country).validate(invoice.invoice, { today })
  },
  async totals(_caller, country, { invoice }) {
    return invoicingOf(country).totals(invoice)
  },
  async convert(_caller, country, invoice, attachments, createdAt) {
    return written(country, invoice.invoice, attachments, createdAt)
  },
  async explain(_caller, xml, options) {
    return judgeXml(xml, options)
  },
  async read(_caller, xml, country) {
    return readXml(xml, country)
  },
  async receive(_caller, document, options) {
    return readReceived(document, options)
  },
  async check(_caller, body, kind) {
    return checkBody(body, kind)
  },
  async message(_caller, reader, bytes, given) {
    return reader.read(bytes, given)
  },
  async convertDocument(_caller, source, _size, options) {
    return convertDocument(source, options)
  },
}
