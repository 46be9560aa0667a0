import { type Mark, type Marks, NO_PROGRESS, type Place, type Progress } from '../../../src/processors/work/marks.js'
import type { MemoryDatabase } from './database.js'

/** Marks in memory. */
export class MemoryMarks implements Marks {
  readonly #database: MemoryDatabase

  constructor(database: MemoryDatabase) {
    this.#database = database
  }

  async read(name: string): Promise<Mark> {
    const { marks, restores } = this.#database
    return { ...(marks.get(name) ?? { ...NO_PROGRESS, restores }), restoresFound: restores }
  }

  async move(name: string, from: Pick<Mark, 'position' | 'restores'>, to: Progress): Promise<boolean> {
    const { marks, restores } = this.#database
    const known = marks.get(name)
    if (known !== undefined && (known.position !== from.position || known.restores !== from.restores)) return false
    if (restores !== from.restores) return false
    marks.set(name, { position: to.position, anchor: to.anchor, restores })
    return true
  }

  async reach(name: string, known: number, { position, anchor }: Place): Promise<boolean> {
    const { marks, restores } = this.#database
    if (restores !== known) return false
    const before = marks.get(name)
    if (before === undefined || before.restores < known || (before.position ?? -1n) < position)
      marks.set(name, { position, anchor, restores })
    return true
  }

  async restart(name: string, { position, restores, restoresFound }: Mark): Promise<void> {
    const { marks } = this.#database
    const known = marks.get(name)
    if (known === undefined || known.position !== position || known.restores !== restores) return
    marks.set(name, { ...NO_PROGRESS, restores: restoresFound })
  }

  async forget(name: string): Promise<void> {
    this.#database.marks.delete(name)
  }
}
