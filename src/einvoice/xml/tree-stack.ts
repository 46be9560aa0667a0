import type { XmlElement } from './element.js'

/**
 * The open elements during the construction of a tree, and their children so far. Children are on
 * a common stack until their parent closes: then it gets them in an array of exact size.
 */
export class TreeStack<T extends XmlElement> {
  /**
   * The children of all open elements, those of the innermost on top. Entries above `#top` are
   * unused.
   */
  readonly #children: T[] = []
  readonly #starts: number[] = [0]
  #top = 0
  #depth = 0

  /** The open elements. */
  get depth(): number {
    return this.#depth
  }

  /** Whether the innermost open element has a child. */
  get hasChild(): boolean {
    return this.#top > (this.#starts[this.#depth] ?? 0)
  }

  /** Adds an element to the innermost open one. */
  add(element: T): void {
    this.#children[this.#top] = element
    this.#top += 1
  }

  /** Opens the element that was added last. */
  open(): void {
    this.#depth += 1
    this.#starts[this.#depth] = this.#top
  }

  /** Closes the innermost open element, which gets its children. */
  close(element: T): void {
    const start = this.#starts[this.#depth] ?? 0
    if (this.#top > start) element.children = this.#children.slice(start, this.#top)
    this.#top = start
    this.#depth -= 1
  }
}
