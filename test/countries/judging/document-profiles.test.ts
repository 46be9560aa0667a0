import t from 'tap'
import { PROFILE_NAMES, profileFor, profileOfCountry, PROFILES } from '../../../src/countries/judging/profiles.js'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import { writeCii } from '../../../src/einvoice/syntax/cii/write/document.js'
import { writeUbl } from '../../../src/einvoice/syntax/ubl/write/document.js'
import { fullInvoice } from '../../einvoice/model/full-invoice.js'

const EN = 'urn:cen.eu:en16931:2017'
const FRENCH_EXTENSION = `${EN}#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr`
const PEPPOL = `${EN}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`
const SELF_BILLING = `${EN}#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0`
const ROMANIAN = `${EN}#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1`

t.test('the profile is asked for, claimed, or derived from where the parties are', async (t) => {
  const of = (specification: string, seller: string, buyer: string, asked: Parameters<typeof profileFor>[1] = {}) =>
    profileFor({ specification, countries: { seller, buyer } }, asked)?.name
  t.equal(of(EN, 'FR', 'FR'), 'fr', 'France has no id of its own')
  t.equal(of(`${EN}#conformant#urn:factur-x.eu:1p0:extended`, 'FR', 'FR'), 'factur-x-extended', 'what it claims')
  t.equal(of(`${EN}#conformant#urn:factur-x.eu:1p0:extended`, 'FR', 'FR', { country: 'FR' }), 'fr')
  t.equal(of(FRENCH_EXTENSION, 'FR', 'DE'), 'fr', 'its extension has one')
  t.equal(of(EN, 'FR', 'DE'), 'en', 'only inside France')
  t.equal(of(EN, 'DE', 'FR'), 'en')
  t.equal(of(EN, '', ''), 'en')
  for (const country of ['RO', 'DE', 'BE', 'IT']) t.equal(of(EN, country, country), 'en', `${country} claims by an id`)
  t.equal(of(PEPPOL, 'FR', 'FR'), 'be', 'what is claimed goes before where the parties are')
  t.equal(of(ROMANIAN, 'RO', 'RO'), 'ro')
  t.equal(of(EN, 'FR', 'FR', { profile: 'en' }), 'en', 'what is asked for goes before all')
  t.equal(of(PEPPOL, 'BE', 'BE', { profile: 'ro' }), 'ro')
  t.equal(of(EN, '', '', { country: 'FR' }), 'fr')
  t.equal(of(PEPPOL, 'DE', 'DE', { country: 'DE' }), 'de')
  t.equal(of(EN, '', '', { country: 'BE' }), 'be')
  t.equal(of(SELF_BILLING, '', '', { country: 'BE' }), 'be-sb', 'of a country that has two the one that is claimed')
  t.equal(profileOfCountry('IT')?.name, 'it')
  t.same(PROFILES.map(({ name }) => name).sort(), [...PROFILE_NAMES].sort())
})

t.test('the document itself says where its parties are, in both syntaxes', async (t) => {
  const inFrance = fullInvoice('invoice')
  const move = (xml: string): string =>
    xml
      .replace(/(<cbc:IdentificationCode>)[A-Z]{2}/g, '$1FR')
      .replace(/(<ram:CountryID>)[A-Z]{2}/g, '$1 FR')
      .replace(/(<cbc:CustomizationID>)[^<]*/, `$1${EN}`)
      .replace(/(<ram:GuidelineSpecifiedDocumentContextParameter>\s*<ram:ID>)[^<]*/, `$1${EN}`)
  for (const xml of [writeUbl(inFrance), writeCii(inFrance)]) {
    t.equal(judgeXml(Buffer.from(move(xml)), {}).profile, 'fr')
    t.equal(judgeXml(Buffer.from(move(xml)), { profile: 'en' }).profile, 'en')
  }
  t.equal(judgeXml(Buffer.from('<a'), {}).profile, null, 'of what cannot be read there is none')
})
