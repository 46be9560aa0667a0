import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { codeOf } from '../../domain/caught.js'
import { SETTINGS } from './config.js'
import { type UnknownSetting, unknownSettings } from './unknown-settings.js'

type Environment = Readonly<Record<string, string | undefined>>

/** The settings with which a process of the service runs; none that is secret. */
export interface RunningSettings {
  readonly pid: number
  /** ISO 8601. */
  readonly startedAt: string
  /** The settings that are set, by their names. */
  readonly settings: Readonly<Record<string, string>>
  /** The names of those that are set and secret. */
  readonly secret: readonly string[]
  readonly unknown: readonly UnknownSetting[]
}

const Noted = Type.Object({
  pid: Type.Integer({ minimum: 1 }),
  startedAt: Type.String(),
  settings: Type.Record(Type.String(), Type.String()),
  secret: Type.Array(Type.String()),
  unknown: Type.Array(Type.Object({ name: Type.String(), meant: Type.Union([Type.String(), Type.Null()]) })),
})

/** Below DATA_DIR: a file for each process. */
const FOLDER = 'running'

/** The settings of this process, secret ones by their names alone. */
export function ownSettings(env: Environment): RunningSettings {
  const given = Object.entries(SETTINGS).filter(([name]) => (env[name] ?? '').trim() !== '')
  const isSecret = ([, schema]: (typeof given)[number]): boolean => schema['secret'] === true
  return {
    pid: process.pid,
    startedAt: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    settings: Object.fromEntries(
      given.filter((each) => !isSecret(each)).map(([name]) => [name, withoutPassword(env[name] ?? '')]),
    ),
    secret: given.filter(isSecret).map(([name]) => name),
    unknown: unknownSettings(env, Object.keys(SETTINGS)),
  }
}

/** An address without the password in it; any other text as it is. */
function withoutPassword(text: string): string {
  const address = URL.canParse(text) ? new URL(text) : null
  if (address === null || address.password === '') return text
  address.password = '***'
  return address.href
}

/**
 * Writes the settings of this process below its DATA_DIR, for commands that examine it. The file
 * goes when the process ends in an orderly way.
 * @param url where its API listens; null: it has none
 */
export function noteSettings(own: RunningSettings, dataDir: string, url: string | null): void {
  const noted = { ...own, settings: { ...own.settings, ...(url !== null && { PORT: new URL(url).port }) } }
  const folder = join(dataDir, FOLDER)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `${process.pid}.json`)
  writeFileSync(file, JSON.stringify(noted), { mode: 0o600 })
  process.once('exit', () => rmSync(file, { force: true }))
}

/** The settings of the youngest process that runs on DATA_DIR; null: none runs. */
export function runningSettings(dataDir: string): RunningSettings | null {
  const [newest] = filesIn(join(dataDir, FOLDER))
    .flatMap((file) => {
      const noted = readNoted(file)
      return noted !== null && isAlive(noted.pid) ? [noted] : []
    })
    .sort((one, other) => (one.startedAt < other.startedAt ? 1 : -1))
  return newest ?? null
}

/**
 * The environment of a command with the settings of a running process in place of its own; secret
 * settings, and where the data are, stay the command's.
 */
export function asInService(env: Environment, { settings }: RunningSettings): Environment {
  const own = Object.entries(env).filter(([name]) => {
    const schema = SETTINGS[name]
    return schema === undefined || schema['secret'] === true || name === 'DATA_DIR'
  })
  const others = Object.entries(settings).filter(([name]) => name !== 'DATA_DIR')
  return Object.fromEntries([...own, ...others])
}

/** The settings that a process has reported; null: these are none. */
export function settingsIn(content: unknown): RunningSettings | null {
  return Value.Check(Noted, content) ? content : null
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

/** null: it was removed meanwhile, or is not whole. */
function readNoted(file: string): RunningSettings | null {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return settingsIn(content)
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return null
    throw error
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It runs as another user.
    return codeOf(error) === 'EPERM'
  }
}
