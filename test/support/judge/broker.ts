import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { JavaJudge, type OracleFinding } from './java-judge.js'

/** What the broker answers, a line of JSON for each question. */
export type Answer =
  | { readonly file: string; readonly findings: readonly OracleFinding[] }
  | { readonly file: string; readonly error: string }

/** The one judge of a run, asked over a socket by all processes with tests. */
export interface Broker {
  /** Ends the judge and the socket. */
  close(): Promise<void>
}

/**
 * Listens on a Unix socket for questions, lines `PROFILE<TAB>FILE`. The judge starts with the
 * first of them. If it dies, those who wait get an error, and the next question starts another.
 */
export async function startBroker(
  path: string,
  start: () => Promise<JavaJudge> = () => JavaJudge.start(),
): Promise<Broker> {
  const sockets = new Set<Socket>()
  let judge: Promise<JavaJudge> | null = null

  const liveJudge = async (): Promise<JavaJudge> => {
    const present = judge
    if (present !== null) {
      const { hasEnded } = await present.catch(() => ({ hasEnded: true }))
      if (hasEnded && judge === present) judge = null
    }
    judge ??= start()
    return judge
  }
  const answerTo = async (profile: string, file: string): Promise<Answer> => {
    try {
      return { file, findings: await (await liveJudge()).ask(profile, file) }
    } catch (error) {
      return { file, error: error instanceof Error ? error.message : String(error) }
    }
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A test that was killed: its answers have no reader.
    const drop = (): unknown => socket.destroy()
    socket.on('error', drop)
    createInterface({ input: socket })
      .on('error', drop)
      .on('line', (line) => {
        const [profile = '', file = ''] = line.split('\t')
        void answerTo(profile, file).then((answer) => {
          if (socket.writable) socket.write(`${JSON.stringify(answer)}\n`)
        })
      })
  })
  server.listen(path)
  await once(server, 'listening')
  return {
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await (await judge?.catch(() => null))?.kill()
    },
  }
}
