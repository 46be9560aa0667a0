/**
 * Reads messages of one kind. A large one is read in another thread, where only its name and plain
 * data can be passed: all readers are listed in `message-readers.ts`.
 */
export interface MessageReader<Given, Found> {
  readonly name: string
  /** Pure. Returns plain data; does not throw on the content. */
  readonly read: (bytes: Uint8Array, given: Given) => Found
}

/** Reads a message here, or in a thread if it is large. */
export type ReadMessage = <Given, Found>(
  reader: MessageReader<Given, Found>,
  bytes: Uint8Array,
  given: Given,
) => Promise<Found>

/** Reads a message in this thread. */
export const readHere: ReadMessage = async (reader, bytes, given) => reader.read(bytes, given)
