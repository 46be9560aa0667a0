import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readFolder } from '../../conformance/editions/artefacts.js'

/** A Schematron with a variable, two assertions and a report. */
const SOURCE = `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2">
  <ns prefix="cbc" uri="urn:x"/>
  <let name="limit" value="10"/>
  <pattern id="p">
    <rule context="cbc:Amount">
      <let name="twice" value="2 * ."/>
      <assert id="BR-CO-04" flag="fatal" test="$twice &lt;= $limit">[BR-CO-04] Too much (BT-131).</assert>
      <assert id="BR-CO-10" flag="warning" test="@currencyID">[BR-CO-10] No currency.</assert>
      <report id="BR-CO-11" flag="warning" test=". = 0">[BR-CO-11] Nothing.</report>
    </rule>
  </pattern>
</schema>`

/** The same as SchXslt compiles it. */
const COMPILED = `<xsl:transform xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:cbc="urn:x"
    xmlns:svrl="http://purl.oclc.org/dsdl/svrl" xmlns:schxslt="https://doi.org/10.5281/zenodo.1495494" version="2.0">
  <xsl:param name="limit" select="10"/>
  <xsl:template match="cbc:Amount" priority="0" mode="d1">
    <xsl:param name="schxslt:patterns-matched"/>
    <xsl:variable name="twice" select="2 * ."/>
    <xsl:choose>
      <xsl:when test="$schxslt:patterns-matched[. = 'd1']"><schxslt:rule pattern="d1"/></xsl:when>
      <xsl:otherwise>
        <schxslt:rule pattern="d1">
          <svrl:fired-rule/>
          <xsl:if test="not($twice &lt;= $limit)">
            <svrl:failed-assert flag="fatal" id="BR-CO-04">
              <xsl:attribute name="test">$twice &lt;= $limit</xsl:attribute>
              <svrl:text>[BR-CO-04] Too much (BT-131).</svrl:text>
            </svrl:failed-assert>
          </xsl:if>
          <xsl:if test="not(@currencyID)">
            <svrl:failed-assert flag="warning" id="BR-CO-10">
              <xsl:attribute name="test">@currencyID</xsl:attribute>
              <svrl:text>[BR-CO-10] No currency.</svrl:text>
            </svrl:failed-assert>
          </xsl:if>
          <xsl:if test=". = 0">
            <svrl:successful-report flag="warning" id="BR-CO-11">
              <xsl:attribute name="test">. = 0</xsl:attribute>
              <svrl:text>[BR-CO-11] Nothing.</svrl:text>
            </svrl:successful-report>
          </xsl:if>
        </schxslt:rule>
        <xsl:next-match/>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:template>
</xsl:transform>`

t.test('what SchXslt compiles has the table of its source', async (t) => {
  const tableOf = (name: string, text: string) => {
    const folder = t.testdir({})
    writeFileSync(join(folder, name), text)
    const [artefact] = readFolder(folder).artefacts
    return artefact?.entries.map(({ id, level, hash, context, terms }) => ({ id, level, hash, context, terms }))
  }
  const compiled = tableOf('rules.xsl', COMPILED)
  t.equal(compiled?.length, 3)
  t.same(compiled, tableOf('rules.sch', SOURCE))
})
