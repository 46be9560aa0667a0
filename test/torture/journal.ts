import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Something that broke. */
export interface Problem {
  readonly what: string
  /** The stream that it is about, if it is about one. */
  readonly stream?: string
}

interface Entry {
  readonly at: number
  readonly text: string
}

/** The events of a run: faults and everything else that explains a failure. */
export class Journal {
  readonly problems: Problem[] = []
  readonly #entries: Entry[] = []
  readonly #outputs = new Map<string, (() => string)[]>()
  readonly #print: (line: string) => void

  constructor(print: (line: string) => void) {
    this.#print = print
  }

  /** Noted, and not shown. */
  note(text: string): void {
    this.#entries.push({ at: Date.now(), text })
  }

  /** Noted and shown: progress. */
  say(text: string): void {
    this.note(text)
    this.#print(text)
  }

  broken(what: string, stream?: string): void {
    this.problems.push(stream === undefined ? { what } : { what, stream })
    this.say(`BROKEN: ${what}${stream === undefined ? '' : ` (${stream})`}`)
  }

  /** The output of a process is kept with the run's logs. */
  keep(name: string, output: () => string): void {
    this.#outputs.set(name, [...(this.#outputs.get(name) ?? []), output])
  }

  /** The entries of a period, with some seconds around it. */
  around(from: number, to: number): readonly string[] {
    return this.#entries.filter(({ at }) => at >= from - 5_000 && at <= to + 5_000).map(shown)
  }

  /** Writes the logs of all processes and the journal into a directory. */
  write(directory: string): void {
    mkdirSync(directory, { recursive: true })
    for (const [name, outputs] of this.#outputs)
      writeFileSync(join(directory, `${name}.log`), outputs.map((output) => output()).join('\n--- started again ---\n'))
    writeFileSync(join(directory, 'journal.txt'), this.#entries.map(shown).join('\n'))
  }
}

function shown({ at, text }: Entry): string {
  return `${new Date(at).toISOString().slice(11, 23)}  ${text}`
}
