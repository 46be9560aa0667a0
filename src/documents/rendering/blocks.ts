import type { Address } from '../../einvoice/model/parties.js'
import type { Party } from '../../einvoice/model/parties.js'
import { addressLines } from './address-lines.js'
import { partyFacts, type Wording } from './facts.js'
import type { Fact } from '../../countries/printed.js'
import { type Block, leading, type Line, STYLES, textLines } from './style.js'

/** A section heading. */
export function heading(text: string, width: number): Block {
  return { tag: 'H2', lines: textLines(text, STYLES.heading, width), gap: 5 }
}

/** Text as a paragraph; empty text has none. */
export function paragraph(
  text: string,
  width: number,
  style: (typeof STYLES)[keyof typeof STYLES] = STYLES.text,
): Block {
  return { tag: 'P', lines: textLines(text, style, width), gap: 2 }
}

/** Labels with their values, which begin `labelWidth` points from the left. */
export function factBlocks(facts: readonly Fact[], width: number, labelWidth: number): readonly Block[] {
  return facts.map(({ label, value }) => {
    const labels = textLines(label, STYLES.label, labelWidth - 8)
    const values = textLines(value, STYLES.text, width - labelWidth, { x: labelWidth })
    const lines: Line[] = Array.from({ length: Math.max(labels.length, values.length) }, (_, index) => ({
      height: leading(STYLES.text),
      pieces: [...(labels[index]?.pieces ?? []), ...(values[index]?.pieces ?? [])],
    }))
    return { tag: 'P', lines, gap: 1 }
  })
}

/** A party under its heading: name, address and identifiers. */
export function partyBlocks(
  title: string,
  party: Partial<Party> & {
    readonly name: string
    readonly taxRegistration?: string | undefined
    readonly legalInformation?: string | undefined
  },
  wording: Wording,
  width: number,
): readonly Block[] {
  const known = partyFacts({ identifiers: [], ...party }, wording)
  return [
    { tag: 'H2', lines: textLines(title, STYLES.column, width), gap: 3 },
    { ...paragraph(party.name, width, STYLES.name), gap: 2 },
    ...addressBlocks(party.address, wording, width),
    ...factBlocks(known, width, 92),
    paragraph(party.legalInformation ?? '', width, STYLES.small),
  ]
}

/** An address as a paragraph. */
export function addressBlocks(address: Address | undefined, wording: Wording, width: number): readonly Block[] {
  const lines = addressLines(address, wording.write).flatMap((line) => textLines(line, STYLES.text, width))
  return [{ tag: 'P', lines, gap: 4 }]
}
