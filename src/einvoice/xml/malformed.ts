import type { XmlFault } from './refused-xml.js'

/** An error in our own words: message and remedy. */
interface DescribedFault {
  readonly fault: XmlFault
  readonly message: string
  readonly fix: string
}

/** Messages of libxml2, by a beginning or a part (the first match counts), and our own texts. */
const FAULTS: readonly (readonly [said: RegExp, message: string, fix: string])[] = [
  [
    /^Document is empty|^Start tag expected/,
    'the document does not begin with an element',
    'Send the invoice itself as XML; it must begin with an XML declaration or its first element',
  ],
  [
    /^Opening and ending tag mismatch/,
    'an end tag does not belong to the element that was opened last',
    'Close the elements in the reverse order in which they were opened',
  ],
  [
    /^Premature end|^Couldn't find end of Start Tag|not terminated|not finished|^ParsePI: PI .* never end|^EndTag: '<\/' not found|^chunk is not well balanced/,
    'the document ends before all its elements are closed',
    'Send the whole document; it may have been truncated in transit',
  ],
  [
    /^Extra content/,
    'there is content after the end of the first element',
    'Send one document with one outermost element and nothing after it',
  ],
  [
    /^Attribute .* redefined|^Namespaced Attribute .* redefined/s,
    'an element has the same attribute twice',
    'Remove one of the two attributes',
  ],
  [
    /^AttValue:|^Specification mandates value/,
    'an attribute has no value in quotes',
    'Write the value of every attribute in quotes: name="value"',
  ],
  [/^Unescaped '<'/, 'the value of an attribute contains a <', 'Write < as &lt; in texts and in values of attributes'],
  [
    /^attributes construct error|^error parsing attribute name|^expected '>'|^ParseAttribute/,
    'a tag is malformed',
    'Separate attributes by spaces, write them as name="value", and end the tag with >',
  ],
  [
    /^StartTag: invalid element name|^xmlParseStartTag|^xmlParseElementStart/,
    'a < is not followed by the name of an element',
    'Write < as &lt; in texts; names begin with a letter or an underscore',
  ],
  [
    /^Namespace prefix .* is not defined/s,
    'a prefix without a declared namespace is used',
    'Declare the prefix on the element or on one around it: xmlns:prefix="…"',
  ],
  [
    /^Failed to parse QName|colons? (?:are|is) forbidden/,
    'a name has a colon in a wrong place',
    'Write names as prefix:name with one colon, names of processing instructions without one',
  ],
  [
    /^xmlns|^xml namespace|^redefinition of the xmlns|^reuse of the xmlns/,
    'a namespace is declared in a way that XML does not allow',
    'Declare prefixes with a namespace that is not empty, and do not declare the prefixes xml and xmlns',
  ],
  [
    /^xmlParseCharRef|^CharRef/,
    'a character reference stands for a character that XML does not allow',
    'Remove the reference; only tab, line feed and carriage return are allowed below &#32;',
  ],
  [
    /invalid Char value|invalid xmlChar|^invalid character|^Invalid bytes|^Input is not proper UTF-8|^Char 0x/,
    'there is a character that XML does not allow',
    'Remove control characters from the texts of the document',
  ],
  [
    /^xmlParseEntityRef: no name|^EntityRef: expecting/,
    'an & is not escaped',
    'Write & as &amp; in texts and in values of attributes',
  ],
  [
    /^Entity '.*' not defined/s,
    'an entity that XML does not define is used',
    'Write the character itself, or its number as in &#160;; the only named entities are &lt; &gt; &amp; &apos; &quot;',
  ],
  [/^Sequence '\]\]>'/, 'a text contains the characters ]]>', 'Write ]]> as ]]&gt; in texts'],
  [/^Double hyphen|^Comment must not contain/, 'a comment contains --', 'Do not write -- inside a comment'],
  [
    /^XML declaration allowed only|^Invalid PI name/,
    'an XML declaration is not at the very beginning',
    'Remove everything before <?xml, and every further declaration',
  ],
  [/^ParsePI|^xmlParsePI/, 'a processing instruction is malformed', 'Write it as <?name text?>, or leave it out'],
  [
    /declaration|^standalone accepts|^Unsupported version|^Blank needed|^parsing XML declaration/,
    'the XML declaration is malformed',
    'Begin the document with <?xml version="1.0" encoding="UTF-8"?>',
  ],
]

const UNKNOWN = {
  message: 'the document is not well-formed XML',
  fix: 'Check the document with an XML editor or parser; it is not readable from this line on',
}

/**
 * The error for a message of libxml2. Its own words, which may quote the document, are not shown.
 */
export function describedFault(said: string): DescribedFault {
  if (/Excessive depth/i.test(said))
    return {
      fault: 'tooDeep',
      message: 'elements are nested too deeply',
      fix: 'Send an invoice; its elements are nested about ten levels deep',
    }
  const found = FAULTS.find(([pattern]) => pattern.test(said))
  return { fault: 'malformed', ...(found === undefined ? UNKNOWN : { message: found[1], fix: found[2] }) }
}

/**
 * Whether the message is about a namespace that is not a URI. Such a document is still
 * well-formed: XML compares namespaces as plain text.
 */
export function isAboutUri(said: string): boolean {
  return /^xmlns(?::[^ ]+)?: '[^]*' is not a valid URI\n?$/.test(said)
}
