/** A status of the life cycle (XP Z12-012; CDAR, MDT-105). */
interface LifeCycleCode {
  /** The norm's French label. */
  readonly label: string
  /** What it means, in English. */
  readonly meaning: string
  /** Its decision on a pending invoice. Null: none; a deposit has its own status. */
  readonly decides: 'accepted' | 'rejected' | null
  /** Whether it only concerns the transport between platforms, which users need not see. */
  readonly isTransport?: true
}

const ROWS: readonly (readonly [code: string, label: string, meaning: string, decides: LifeCycleCode['decides']])[] = [
  ['200', 'Déposée', 'Deposited with the platform', 'accepted'],
  ['201', 'Émise', 'Issued to the platform of the buyer', 'accepted'],
  ['202', 'Reçue', 'Received by the platform of the buyer', 'accepted'],
  ['203', 'Mise à disposition', 'Made available to the buyer', 'accepted'],
  ['204', 'Prise en charge', 'Being processed by the buyer', 'accepted'],
  ['205', 'Approuvée', 'Approved by the buyer', 'accepted'],
  ['206', 'Approuvée partiellement', 'Approved in part by the buyer', null],
  ['207', 'En litige', 'Disputed by the buyer', null],
  ['208', 'Suspendue', 'Suspended by the buyer until it is completed', null],
  ['209', 'Complétée', 'Completed by the seller', null],
  ['210', 'Refusée', 'Refused by the buyer', 'rejected'],
  ['211', 'Paiement transmis', 'Payment sent by the buyer', 'accepted'],
  ['212', 'Encaissée', 'Payment received', 'accepted'],
  ['213', 'Rejetée', 'Rejected by a platform', 'rejected'],
  ['214', 'Visée', 'Endorsed', null],
  ['220', 'Annulée', 'Cancelled', null],
  ['221', 'Erreur de routage', "The directory leads to a platform that is no longer the buyer's", null],
  ['501', 'Irrecevable', 'Inadmissible', 'rejected'],
]

const TRANSPORT: ReadonlySet<string> = new Set(['200', '201', '202', '203'])

/** The statuses of the life cycle, by their codes. */
export const LIFE_CYCLE: ReadonlyMap<string, LifeCycleCode> = new Map(
  ROWS.map(([code, label, meaning, decides]) => [
    code,
    { label, meaning, decides, ...(TRANSPORT.has(code) && { isTransport: true as const }) },
  ]),
)
