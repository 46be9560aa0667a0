import { convertDocument } from '../conversion/convert.js'
import { judgeXml } from '../../countries/judging/judge-xml.js'
import { readXml } from '../../countries/judging/read-xml.js'
import type { Judging } from './port.js'
import { invoicingOf, written } from './task.js'

/** Judges in the caller's thread. */
export const judgeInProcess: Judging = {
  async validate(_caller, country, invoice, today) {
    return invoicingOf(country).validate(invoice, { today })
  },
  async convert(_caller, country, invoice, attachments) {
    return written(country, invoice, attachments)
  },
  async explain(_caller, xml, options) {
    return judgeXml(xml, options)
  },
  async read(_caller, xml, country) {
    return readXml(xml, country)
  },
  async convertDocument(_caller, source, _size, options) {
    return convertDocument(source, options)
  },
}
