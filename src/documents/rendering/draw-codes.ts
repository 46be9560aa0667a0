import type { VerificationCode } from '../../countries/printed.js'
import { largest } from '../../domain/lists.js'
import { type Element, type Paper, quietZone, sideOf } from './paper.js'
import { qrCodeOf } from './qr.js'
import { type Block, heightOf, STYLES, textLines } from './style.js'

/** QR codes with their captions that stand side by side. */
export interface CodeRow {
  readonly width: number
  readonly height: number
  /** Draws them from `left` and the current place; ends at the top again. */
  readonly draw: (paper: Paper, root: Element, left: number) => void
}

/** Space between two codes, in points. */
const GAP = 8

/** The codes side by side; null: there are none, or they are wider than `most`. */
export function codeRow(codes: readonly VerificationCode[], most: number): CodeRow | null {
  const drawn = codes.map(({ url, caption }) => {
    const code = qrCodeOf(url)
    const side = sideOf(code)
    const lines = textLines(caption, STYLES.small, side - quietZone, { x: quietZone })
    const below: Block = { tag: 'P', lines, gap: 0 }
    return { code, caption, side, below, height: side + heightOf([below]) }
  })
  const width = drawn.reduce((sum, { side }) => sum + side + GAP, -GAP)
  if (drawn.length === 0 || width > most) return null
  return {
    width,
    height: largest(drawn.map(({ height }) => height)),
    draw: (paper, root, left) => {
      const top = paper.y
      let x = left
      for (const { code, caption, side, below } of drawn) {
        paper.qrCode(root, code, x, caption)
        paper.blocks(root, [below], x)
        paper.y = top
        x += side + GAP
      }
    },
  }
}
