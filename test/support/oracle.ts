import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Test } from 'tap'
import type { Answer } from './judge/broker.js'
import { isJudgeInstalled, JavaJudge, type OracleFinding } from './judge/java-judge.js'

export type { OracleFinding }

/** The sets of official artefacts that the judge knows. */
export type OracleProfile = 'en' | 'ro' | 'ro-cen' | 'be' | 'be-sb' | 'de' | 'fr' | 'fr-next' | 'it' | 'pl' | 'fx'

/**
 * The official artefacts of every country, run by the government's own means: schemas and compiled
 * schematron.
 */
export interface Oracle {
  judge(profile: OracleProfile, xml: string): Promise<readonly OracleFinding[]>
  close(): Promise<void>
}

/** Where the one judge of `scripts/test.js` listens; unset in a file that runs by hand. */
const SOCKET = process.env['JUDGE_SOCKET']

/**
 * The judge for a test, closed at its end; null where it is not installed, after a line that says
 * what was left out. With REQUIRE_ORACLE=1 its absence fails the test.
 */
export function oracleFor(t: Test, leftOut: string): Oracle | null {
  if (SOCKET !== undefined || isJudgeInstalled()) {
    const oracle = SOCKET === undefined ? openOracle() : oracleOver(SOCKET)
    t.teardown(() => oracle.close())
    return oracle
  }
  if (process.env['REQUIRE_ORACLE'] === '1') t.fail(`the official judge is not installed, needed for: ${leftOut}`)
  else t.comment(`left out, as the official judge is not installed: ${leftOut}`)
  return null
}

/** What answers questions about files. */
interface Judge {
  ask(profile: string, file: string): Promise<readonly OracleFinding[]>
  end(): Promise<void>
}

/**
 * Whether Java's XML parser took valid UTF-8 for invalid, as it does for letters of four bytes at
 * some places of some documents.
 */
function isMisread({ id, text }: OracleFinding): boolean {
  return id === 'INTERNAL' && text.includes('of 4-byte UTF-8 sequence')
}

/** Starts a judge. @param program starts it; by default the one beside the repository */
export function openOracle(program?: string): Oracle {
  return oracleOf(JavaJudge.start(program))
}

/** Asks the judge behind this socket. */
export function oracleOver(path: string): Oracle {
  return oracleOf(connected(path))
}

function oracleOf(starting: Promise<Judge>): Oracle {
  const directory = mkdtempSync(join(tmpdir(), 'oracle-'))
  let asked = 0
  // Reported by the first question, if there is one.
  starting.catch(() => undefined)
  return {
    async judge(profile, xml) {
      asked += 1
      const file = join(directory, `${asked}.xml`)
      const ask = async (text: string): Promise<readonly OracleFinding[]> => {
        await writeFile(file, text)
        return await (await starting).ask(profile, file)
      }
      let findings = await ask(xml)
      if (findings.some(isMisread))
        findings = await ask(xml.replace(/[\u{10000}-\u{10FFFF}]/gu, (letter) => `&#${letter.codePointAt(0)};`))
      await rm(file)
      return findings
    },
    async close() {
      await (await starting.catch(() => null))?.end()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

const CLOSED = 'the judge of this test run has closed its socket'

async function connected(path: string): Promise<Judge> {
  const socket = connect(path)
  const waiting = new Map<string, (answer: Answer) => void>()
  createInterface({ input: socket })
    .on('line', (line) => {
      const answer = JSON.parse(line) as Answer
      waiting.get(answer.file)?.(answer)
      waiting.delete(answer.file)
    })
    // Readers repeat the errors of their socket, which closes after one.
    .on('error', () => undefined)
  socket.on('error', () => undefined)
  socket.on('close', () => {
    for (const [file, settle] of waiting) settle({ file, error: CLOSED })
    waiting.clear()
  })
  await once(socket, 'connect')
  return {
    async ask(profile, file) {
      if (socket.destroyed) throw new Error(CLOSED)
      const answer = await new Promise<Answer>((resolve) => {
        waiting.set(file, resolve)
        socket.write(`${profile}\t${file}\n`)
      })
      if ('error' in answer) throw new Error(answer.error)
      return answer.findings
    },
    async end() {
      socket.destroy()
      if (!socket.closed) await once(socket, 'close')
    },
  }
}
