import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint, Faults } from './fault-switches.js'
import { connectionStringOf, HOST, type EventStoreDbOptions, type EventStoreDbStandIn } from './options.js'

/** What the parent asks of the child: a fault, to fill the log, or to shut down. */
export interface ControlRequest {
  readonly id: number
  readonly name: keyof Faults | 'fill' | 'shutDown'
  readonly parameters: readonly unknown[]
}

/** The child's first message, and its answers. */
export type ControlMessage =
  | { readonly port: number }
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string }

/** A stand-in in a process of its own, which can be killed and stopped by signals. */
export class Spawned implements EventStoreDbStandIn {
  readonly dataDir: string
  readonly faults: Faults
  readonly #options: EventStoreDbOptions
  readonly #waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  #child: ChildProcess | null = null
  #port: number
  #requests = 0

  constructor(options: EventStoreDbOptions) {
    this.#options = options
    this.#port = options.port ?? 0
    this.dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'eventstoredb-'))
    this.faults = this.#makeFaults()
  }

  get endpoint(): Endpoint {
    return { host: HOST, port: this.#port }
  }

  get connectionString(): string {
    return connectionStringOf([this.endpoint], this.#options, join(this.dataDir, 'ca.pem'))
  }

  /** Of the process that runs now. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  fill(events: number): Promise<void> {
    return this.#ask('fill', events)
  }

  async shutDown(): Promise<void> {
    const child = this.#child
    if (child === null) return
    const exited = once(child, 'exit')
    await this.#ask('shutDown')
    await exited
  }

  async kill(): Promise<void> {
    const child = this.#child
    if (child === null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }

  async restart(): Promise<void> {
    await this.kill()
    const options: EventStoreDbOptions = { ...this.#options, port: this.#port, dataDir: this.dataDir }
    const child = fork(new URL('./main.js', import.meta.url), ['--options', JSON.stringify(options)], { execArgv: [] })
    this.#child = child
    const started = new Promise<number>((resolve, reject) => {
      child.on('message', (message: ControlMessage) => {
        if ('port' in message) resolve(message.port)
        else this.#settle(message)
      })
      child.on('exit', (code, signal) => {
        const error = new Error(`the stand-in's process has ended: ${code ?? signal}`)
        this.#child = null
        for (const { reject } of this.#waiting.values()) reject(error)
        this.#waiting.clear()
        reject(error)
      })
    })
    this.#port = await started
  }

  async stop(): Promise<void> {
    await this.kill()
    if (this.#options.dataDir === undefined) rmSync(this.dataDir, { recursive: true, force: true })
  }

  #ask<T>(name: ControlRequest['name'], ...parameters: readonly unknown[]): Promise<T> {
    const child = this.#child
    if (child === null) throw new Error("the stand-in's process does not run")
    const request: ControlRequest = { id: (this.#requests += 1), name, parameters }
    return new Promise((resolve, reject) => {
      this.#waiting.set(request.id, { resolve: (value) => resolve(value as T), reject })
      child.send(request)
    })
  }

  #settle(message: Exclude<ControlMessage, { port: number }>): void {
    const waiting = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if ('error' in message) waiting?.reject(new Error(message.error))
    else waiting?.resolve(message.value)
  }

  #makeFaults(): Faults {
    return {
      loseNextAnswers: (count) => this.#ask('loseNextAnswers', count),
      loseNextWrites: (count) => this.#ask('loseNextWrites', count),
      refuseNextWrites: (code, count) => this.#ask('refuseNextWrites', code, count),
      holdAnswers: () => this.#ask('holdAnswers'),
      releaseAnswers: () => this.#ask('releaseAnswers'),
      heldAnswers: () => this.#ask('heldAnswers'),
      freeze: async () => void this.#child?.kill('SIGSTOP'),
      thaw: async () => void this.#child?.kill('SIGCONT'),
      cutConnections: () => this.#ask('cutConnections'),
      endSubscriptions: () => this.#ask('endSubscriptions'),
      subscriptions: () => this.#ask('subscriptions'),
      becomeFollower: (leader) => this.#ask('becomeFollower', leader),
      becomeLeader: () => this.#ask('becomeLeader'),
    }
  }
}
