import type { XmlFault } from './refused-xml.js'

/** A fault in words of ours: what is wrong, and what to do. */
export interface DescribedFault {
  readonly fault: XmlFault
  readonly message: string
  readonly fix: string
}

/** What libxml2 says, by a beginning or a part, the first that fits; and what we say instead. */
const FAULTS: readonly (readonly [said: RegExp, message: string, fix: string])[] = [
  [
    /^Document is empty|^Start tag expected/,
    'there is no element where the document should begin with one',
    'Send the invoice itself as XML; it begins with an XML declaration or its first element',
  ],
  [
    /^Opening and ending tag mismatch/,
    'an end tag does not belong to the element that was opened last',
    'Close the elements in the reverse order in which they were opened',
  ],
  [
    /^Premature end|^Couldn't find end of Start Tag|not terminated|not finished|^ParsePI: PI .* never end|^EndTag: '<\/' not found|^chunk is not well balanced/,
    'the document ends before all that was opened in it is closed',
    'Send the whole document; it may have been cut off on the way',
  ],
  [
    /^Extra content/,
    'something stands behind the end of the first element',
    'Send one document with one outermost element and nothing behind it',
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
  [/^Unescaped '<'/, 'a < stands in the value of an attribute', 'Write < as &lt; in texts and in values of attributes'],
  [
    /^attributes construct error|^error parsing attribute name|^expected '>'|^ParseAttribute/,
    'a tag is not written as XML asks for',
    'Separate attributes by spaces, write them as name="value", and end the tag with >',
  ],
  [
    /^StartTag: invalid element name|^xmlParseStartTag|^xmlParseElementStart/,
    'a < is not followed by the name of an element',
    'Write < as &lt; in texts; names begin with a letter or an underscore',
  ],
  [
    /^Namespace prefix .* is not defined/s,
    'a prefix is used that no namespace was declared for',
    'Declare the prefix on the element or on one around it: xmlns:prefix="…"',
  ],
  [
    /^Failed to parse QName|colons? (?:are|is) forbidden/,
    'a name has a colon where none may stand',
    'Write names as prefix:name with one colon, names of processing instructions without one',
  ],
  [
    /^xmlns|^xml namespace|^redefinition of the xmlns|^reuse of the xmlns/,
    'a namespace is declared in a way that XML does not allow',
    'Declare prefixes with a namespace that is not empty, and leave the prefixes xml and xmlns alone',
  ],
  [
    /^xmlParseCharRef|^CharRef/,
    'a character reference names no character that XML allows',
    'Remove the reference; only tab, line feed and carriage return are allowed below &#32;',
  ],
  [
    /invalid Char value|invalid xmlChar|^invalid character|^Invalid bytes|^Input is not proper UTF-8|^Char 0x/,
    'there is a character that XML does not allow',
    'Remove control characters from the texts of the document',
  ],
  [
    /^xmlParseEntityRef: no name|^EntityRef: expecting/,
    'an & stands alone',
    'Write & as &amp; in texts and in values of attributes',
  ],
  [
    /^Entity '.*' not defined/s,
    'an entity is used that XML does not have',
    'Write the character itself, or its number as in &#160;; of names there are only &lt; &gt; &amp; &apos; &quot;',
  ],
  [/^Sequence '\]\]>'/, 'the characters ]]> stand in a text', 'Write ]]> as ]]&gt; in texts'],
  [/^Double hyphen|^Comment must not contain/, 'a comment has -- in it', 'Write no -- inside a comment'],
  [
    /^XML declaration allowed only|^Invalid PI name/,
    'an XML declaration stands elsewhere than at the very beginning',
    'Remove everything before <?xml, and every second declaration',
  ],
  [
    /^ParsePI|^xmlParsePI/,
    'a processing instruction is not written as XML asks for',
    'Write it as <?name text?>, or leave it out',
  ],
  [
    /declaration|^standalone accepts|^Unsupported version|^Blank needed|^parsing XML declaration/,
    'the XML declaration is not written as XML asks for',
    'Begin the document with <?xml version="1.0" encoding="UTF-8"?>',
  ],
]

const UNKNOWN = {
  message: 'the document is not well-formed XML',
  fix: 'Check the document with an XML editor or parser; from this line on it cannot be read',
}

/**
 * What to say of a fault that libxml2 found. Its own words, which may quote the document, are not
 * passed on.
 */
export function describedFault(said: string): DescribedFault {
  if (/Excessive depth/i.test(said))
    return {
      fault: 'tooDeep',
      message: 'elements are nested too deep',
      fix: 'Send an invoice; its elements are nested some ten deep',
    }
  const found = FAULTS.find(([pattern]) => pattern.test(said))
  return { fault: 'malformed', ...(found === undefined ? UNKNOWN : { message: found[1], fix: found[2] }) }
}

/**
 * Whether it is about a namespace that is no URI, which makes a document no less well-formed:
 * names in XML are compared as they are.
 */
export function isAboutUri(said: string): boolean {
  return /^xmlns(?::[^ ]+)?: '[^]*' is not a valid URI\n?$/.test(said)
}
