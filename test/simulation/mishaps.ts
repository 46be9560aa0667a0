import { lookForRestore } from '../../src/eventstore/restores.js'
import { isAway, type Server } from './network.js'
import type { Mishap } from './mishap.js'
import { CLAIM_SECONDS } from './scene.js'
import type { World } from './world.js'

/** A restore takes so long: until then every claim has run out. */
const RESTORE_MS = (CLAIM_SECONDS + 2) * 1000
/** So long after a restore of the store an operator rebuilds the read models. */
const REPAIR_MS = 3_000
/** A process that is asked to end gets so long. */
const PATIENCE_MS = 8_000

/** The kinds of events that a client chooses. */
const CHOSEN = [
  'invoice.created',
  'invoice.accepted',
  'invoice.rejected',
  'invoice.error',
  'invoice.response',
  'received.created',
]

/** Lets a mishap happen at its time. */
export function apply(world: World, mishap: Mishap): void {
  const { timeline } = world
  const later = (milliseconds: number, work: () => void): void => {
    timeline.after(milliseconds, null, work)
  }
  if (mishap.kind === 'clock' && mishap.by < 0) machineOf(world, mishap.machine).isSetBack = true
  if (mishap.kind === 'restore') later(Math.max(0, mishap.at - mishap.back), () => remember(world, mishap))
  later(mishap.at, () => {
    world.trace(null, () => `MISHAP ${JSON.stringify(mishap)}`)
    happen(world, mishap, later)
  })
}

function happen(world: World, mishap: Mishap, later: (milliseconds: number, work: () => void) => void): void {
  switch (mishap.kind) {
    case 'kill': {
      const machine = machineOf(world, mishap.machine)
      machine.kill()
      later(mishap.restartAfter, () => {
        if (machine.process?.isDead === true) machine.start()
      })
      return
    }
    case 'api death':
      world.clients.numbered.die(mishap.calls, mishap.clientSurvives)
      return
    case 'upgrade':
    case 'restart': {
      const machine = machineOf(world, mishap.machine)
      if (mishap.kind === 'upgrade') machine.release = 2
      machine.restart(PATIENCE_MS)
      return
    }
    case 'pause':
      machineOf(world, mishap.machine).pause(mishap.for, mishap.suspended)
      return
    case 'stumble':
    case 'arrival stumble':
      machineOf(world, mishap.machine).stumbles.push(mishap)
      return
    case 'clock':
      machineOf(world, mishap.machine).clockOffset += mishap.by
      return
    case 'away': {
      const server = serverOf(world, mishap.server)
      leave(world, server)
      later(mishap.for, () => {
        comeBack(server)
      })
      return
    }
    case 'lost answers': {
      const server = serverOf(world, mishap.server)
      server.lostAnswers = mishap.part
      later(mishap.for, () => {
        server.lostAnswers = 0
      })
      return
    }
    case 'restore': {
      const servers = mishap.what === 'both' ? (['database', 'store'] as const) : [mishap.what]
      for (const name of servers) leave(world, serverOf(world, name))
      later(RESTORE_MS, () => {
        void restore(world, mishap).then(() => {
          for (const name of servers) comeBack(serverOf(world, name))
        })
      })
      return
    }
    case 'government away':
      world.governments.doors.isAway = true
      later(mishap.for, () => {
        world.governments.doors.isAway = false
      })
      return
    case 'receiver':
      world.receivers.moods.set(mishap.account, mishap.does)
      later(mishap.for, () => {
        world.receivers.moods.delete(mishap.account)
      })
      return
    case 'webhook':
      if (mishap.does === 'removes') world.clients.remove(mishap.account)
      else world.clients.configure(mishap.account, mishap.does === 'chooses' ? CHOSEN : null)
      return
    case 'connection':
      troubleConnection(world, mishap)
      return
    case 'token':
      troubleToken(world, mishap)
      return
    case 'budget':
      world.governments.allowances.shorten(mishap, mishap.for)
      return
    case 'replay':
      if (mishap.does === 'sends again') world.clients.replay(mishap.account)
      else rebuildOne(world, mishap.place)
      return
    case 'rotation':
      world.clients.rotate(mishap.account)
      return
    case 'hanging stop': {
      const { doors } = world.governments
      doors.hangsUntil = Math.max(doors.hangsUntil, world.timeline.now + mishap.for)
      later(mishap.stopAfter, () => {
        machineOf(world, mishap.machine).restart(PATIENCE_MS)
      })
    }
  }
}

function troubleConnection(
  { governments, clients }: World,
  { account, country, does, for: time }: Extract<Mishap, { kind: 'connection' }>,
): void {
  if (does === 'deletes') clients.connections.delete(account, country, time)
  else if (does === 'replaces') clients.connections.replace(account, country)
  else if (country === 'RO') governments.grants.withdraw(account)
  else governments.grants.refuseKeys(account, country)
}

function troubleToken(
  { governments: { grants }, timeline }: World,
  { account, does, for: time }: Extract<Mishap, { kind: 'token' }>,
): void {
  if (does === 'is refused') grants.refuseToken(account)
  else if (does === 'is withdrawn') grants.withdraw(account)
  else if (does === 'loses an answer') grants.loseAnswer(account)
  else grants.awayUntil = Math.max(grants.awayUntil, timeline.now + time)
}

/** An operator rebuilds a read model while the service works, if the servers are there. */
function rebuildOne(world: World, place: number): void {
  const { database, databaseServer, store, ports } = world
  if (isAway(databaseServer) || isAway(store) || world.isUnrepaired) return
  const names = [...database.tables.keys()]
  const name = names[Math.floor(place * names.length)]
  if (name === undefined) return
  void lookForRestore(store.direct, ports.restores, 'a rebuild').then((restores) => {
    world.rebuild(name, restores)
  })
}

type Restore = Extract<Mishap, { kind: 'restore' }>

/** What a backup holds. */
interface Backup {
  readonly restoreDatabase: () => void
  readonly restoreVault: () => void
  readonly position: number
}

const backups = new WeakMap<Restore, Backup>()

function remember(world: World, mishap: Restore): void {
  backups.set(mishap, {
    restoreDatabase: world.database.snapshot(),
    restoreVault: world.vault.snapshot(),
    position: world.store.log.length,
  })
}

async function restore(world: World, mishap: Restore): Promise<void> {
  const backup = backups.get(mishap)
  if (backup === undefined) throw new Error('there is no backup')
  const { what } = mishap
  if (what !== 'store') {
    backup.restoreDatabase()
    world.checks.numbers.databaseRestored()
    world.checks.arrivals.databaseRestored()
    backup.restoreVault()
    world.checks.signatures.vaultRestored(world.timeline.now)
    // Its mailbox and ledger of uploads do not go back, as if everything was sent again.
    await world.ports.mailbox.reopen()
    world.governments.suppliers.forwardAgain()
  }
  if (what === 'database') {
    world.timeline.after(REPAIR_MS, null, () => {
      void world.setUpAgain()
    })
    return
  }
  endSleepers(world)
  await world.store.restore(backup.position)
  world.checks.restored(world.store.log)
  if (what === 'both') {
    world.timeline.after(REPAIR_MS, null, () => {
      void world.setUpAgain()
    })
    return
  }
  world.isUnrepaired = true
  world.timeline.after(REPAIR_MS, null, () => {
    repair(world)
  })
}

/**
 * Who restores a store makes sure that no process sleeps through it: what that has in hands would
 * go into the restored store.
 */
function endSleepers(world: World): void {
  for (const machine of world.machines) {
    if ((machine.process?.standsStillUntil ?? 0) <= world.timeline.now) continue
    machine.kill()
    world.timeline.after(REPAIR_MS, null, () => {
      if (machine.process?.isDead === true) machine.start()
    })
  }
}

/** The operator tries until the servers are there. */
function repair(world: World): void {
  if (!isAway(world.databaseServer) && !isAway(world.store)) {
    world.trace(null, () => 'an operator rebuilds the read models')
    void world.repair()
    return
  }
  world.timeline.after(REPAIR_MS, null, () => {
    repair(world)
  })
}

function machineOf(world: World, number: number): World['machines'][number] {
  const machine = world.machines[number]
  if (machine === undefined) throw new Error(`there is no machine ${number}`)
  return machine
}

function serverOf(world: World, name: Server['name']): Server {
  return name === 'store' ? world.store : world.databaseServer
}

/** Its connections break. */
function leave(world: World, server: Server): void {
  server.reasonsToBeAway += 1
  if (server.name === 'store') world.store.cut()
  else for (const { process } of world.machines) process?.endSession()
}

function comeBack(server: Server): void {
  server.reasonsToBeAway -= 1
}
