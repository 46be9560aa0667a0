import pino from 'pino'
import type { Clock } from '../../src/domain/clock.js'
import type { Timers } from '../../src/domain/timers.js'
import type { Locks } from '../../src/processors/work/locks.js'
import { Processors } from '../../src/processors/processors.js'
import { Finishing } from '../../src/processors/pipeline/finishing.js'
import { ProgressTracker } from '../../src/projections/engine/progress.js'
import { runProjection } from '../../src/projections/engine/runner.js'
import { projectionsOf } from './projections.js'
import type { Mishap, Point } from './mishap.js'
import { simulatedJudging } from './reading.js'
import { receivingFor } from './receiving.js'
import { type Caller, CLAIM_SECONDS, PACE, type Scene } from './scene.js'
import { timersOf } from './timeline.js'

/** A process that has died comes back after so long. */
const RESTART_MS = 1_000

/** A machine: its clock stays when its process ends. */
export class Machine {
  readonly name: string
  /** Milliseconds by which its clock is wrong. */
  clockOffset = 0
  /** Whether its clock is set back at some time of the story. */
  isSetBack = false
  /** Of the program that it starts. */
  release = 1
  /** What its process is to stumble at. */
  readonly stumbles: Extract<Mishap, { kind: 'stumble' | 'arrival stumble' }>[] = []
  /** The process that runs on it, or ran. */
  process: SimulatedProcess | null = null
  readonly #scene: Scene

  constructor(scene: Scene, number: number) {
    this.#scene = scene
    this.name = `process ${number}`
  }

  start(): void {
    this.process = new SimulatedProcess(this.#scene, this)
    this.process.run()
  }

  kill(): void {
    this.process?.kill()
  }

  /** Its process stands still; `suspended`: so does its monotonic clock. */
  pause(milliseconds: number, suspended: boolean): void {
    // A clock that is set back while the other one stands still is more than a lease can know.
    this.process?.pause(milliseconds, suspended && !this.isSetBack, CLAIM_SECONDS * 1000)
  }

  /** The process is about to do this: it may stumble. */
  about(to: Point): void {
    const place = this.stumbles.findIndex(({ before }) => before === to)
    const [mishap] = place === -1 ? [] : this.stumbles.splice(place, 1)
    if (mishap === undefined) return
    this.#scene.trace(null, () => `${this.name} ${mishap.for === null ? 'dies' : 'stands still'} before: ${to}`)
    if (mishap.for !== null) this.pause(mishap.for, mishap.suspended)
    else {
      this.kill()
      this.#scene.timeline.after(RESTART_MS, null, () => {
        if (this.process?.isDead === true) this.start()
      })
    }
  }

  /** Ends the process as an operator does, then starts it; one that does not end is killed. */
  restart(patience: number): void {
    const old = this.process
    if (old === null || old.isDead) return
    let isOver = false
    const go = (): void => {
      if (isOver) return
      isOver = true
      old.kill()
      // Another restart, or a start after a kill, may have come first.
      if (this.process === old) this.start()
    }
    const { timeline } = this.#scene
    const askedAt = timeline.now
    old.stop(go)
    timeline.after(patience, null, () => {
      // One that stands still can't know that it is asked.
      if (!isOver && patience > 0 && !old.isDead && old.standsStillUntil < askedAt) {
        this.#scene.fail(`${this.name} did not end within ${patience / 1000} s of being asked to`)
      }
      go()
    })
  }
}

/** A process of the service with everything but HTTP, from its start to its end. */
class SimulatedProcess implements Caller {
  isDead = false
  standsStillUntil = 0
  readonly machine: Machine
  readonly #scene: Scene
  readonly #stopping = new AbortController()
  readonly #sessionEnds = new Set<() => void>()
  /** Milliseconds that the monotonic clock has missed. */
  #suspendedMs = 0
  #running: Promise<unknown> = Promise.resolve()

  constructor(scene: Scene, machine: Machine) {
    this.#scene = scene
    this.machine = machine
  }

  /** It is about to do this. */
  about(to: Point): void {
    this.machine.about(to)
  }

  get name(): string {
    return this.machine.name
  }

  get stopping(): AbortSignal {
    return this.#stopping.signal
  }

  run(): void {
    this.#running = this.#work().catch((error: unknown) => {
      this.#scene.fail(`${this.name} ended by an error: ${error instanceof Error ? error.stack : String(error)}`)
    })
  }

  /** It is asked to end, and calls back when it has. */
  stop(ended: () => void): void {
    this.#scene.timeline.after(0, this, () => {
      this.#stopping.abort()
      void this.#running.then(() => {
        if (!this.isDead) ended()
      })
    })
  }

  /** Nothing of it happens any more. What it has sent is under way. */
  kill(): void {
    this.isDead = true
    this.endSession()
  }

  /** Its connections to the database end. */
  endSession(): void {
    for (const end of [...this.#sessionEnds]) end()
  }

  /** It stands still. `suspended`: so does its monotonic clock. */
  pause(milliseconds: number, suspended: boolean, silentMs: number): void {
    const { timeline } = this.#scene
    const from = Math.max(timeline.now, this.standsStillUntil)
    const until = timeline.now + milliseconds
    if (until <= from) return
    this.standsStillUntil = until
    if (suspended) this.#suspendedMs += until - from
    timeline.after(silentMs, null, () => {
      if (!this.isDead && timeline.now < this.standsStillUntil) this.endSession()
    })
  }

  async #work(): Promise<void> {
    const scene = this.#scene
    const { signal } = this.#stopping
    const projections = projectionsOf(this.machine.release, scene.receives)
    for (const projection of projections) {
      while (!signal.aborted && !(await scene.prepared(this, projection))) await this.timers.sleep(200, signal)
    }
    if (signal.aborted) return
    const log = pino(
      { level: 'warn' },
      {
        write: (line: string) => {
          scene.logged(this, line)
        },
      },
    )
    const progress = new ProgressTracker()
    const { ports } = scene
    const remote = <Port extends object>(name: string, port: Port): Port =>
      scene.network.remote(this, scene.databaseServer, name, port)
    const deps = {
      store: scene.store.of(this),
      clock: this.clock,
      timers: this.timers,
      log,
      progress,
      newEventId: () => scene.newUuid(),
      tables: remote('tables', ports.tables),
      workList: remote('work list', ports.workList),
      gates: remote('gates', ports.gates),
      outbox: remote('outbox', ports.outbox),
      receivers: remote('receivers', ports.receivers),
      marks: remote('marks', ports.marks),
      restores: remote('restores', ports.restores),
      messages: remote('messages', ports.messages),
      mailbox: remote('mailbox', ports.mailbox),
      collectionMarks: remote('collection marks', ports.collectionMarks),
      hints: ports.hints,
      documents: remote('documents', scene.documentStore),
      vault: remote('vault', scene.vault),
      locks: this.#locks(),
      ...scene.outside(this),
      chores: scene.hasNumbers
        ? [
            new Finishing({
              store: scene.store.of(this),
              clock: this.clock,
              log,
              prepared: remote('prepared', ports.prepared),
            }),
          ]
        : [],
      ...(scene.receives && { receiving: receivingFor(this, scene) }),
      judging: simulatedJudging,
      countrySettings: {},
      pace: PACE,
      stopping: signal,
    }
    const processors = new Processors(deps)
    processors.listenTo(progress)
    await Promise.all([
      processors.run(signal),
      ...projections.map((projection) => runProjection(deps, projection, signal)),
    ])
  }

  /** The lock is asked for over the network; the session reports when it ends. */
  #locks(): Locks {
    const { network, databaseServer, locks, timeline } = this.#scene
    const session = locks.of({
      onEnd: this.#sessionEnds,
      notify: (work) => {
        timeline.after(0, this, work)
      },
    })
    return {
      exclusively: async (name, silentSeconds, signal, work) => {
        await network.call(this, databaseServer, `lock ${name}`, () => Promise.resolve())
        return session.exclusively(name, silentSeconds, signal, work)
      },
    }
  }

  get clock(): Clock {
    return { now: () => new Date(this.#scene.timeline.now + this.machine.clockOffset) }
  }

  get timers(): Timers {
    const { timeline } = this.#scene
    return timersOf(timeline, this, () => ({
      monotonic: timeline.now - this.#suspendedMs,
      wall: timeline.now + this.machine.clockOffset,
    }))
  }
}
