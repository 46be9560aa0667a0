import type { XmlElement } from './element.js'

/**
 * The elements that are open while a tree is built, and the children that each has until now.
 * Children wait on one common stack until their parent closes: then it gets them in an array of
 * just their number.
 */
export class TreeStack<T extends XmlElement> {
  /**
   * The children of all open elements, those of the innermost on top. What stands above `#top` is
   * left over.
   */
  readonly #children: T[] = []
  readonly #starts: number[] = [0]
  #top = 0
  #depth = 0

  /** Elements that are open. */
  get depth(): number {
    return this.#depth
  }

  /** Whether the innermost open element has a child. */
  get hasChild(): boolean {
    return this.#top > (this.#starts[this.#depth] ?? 0)
  }

  /** Puts an element into the innermost that is open. */
  add(element: T): void {
    this.#children[this.#top] = element
    this.#top += 1
  }

  /** What is added from now on stands in the element that was added last. */
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
