/** The image can't become a logo; the message has the reason and the remedy. */
export class UnusableImage extends Error {
  override readonly name = 'UnusableImage'
}
