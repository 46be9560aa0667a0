/** Sets a value as the newest of a map; beyond `most` values the oldest one is dropped. */
export function keepNewest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (oldest !== undefined && map.size > most) map.delete(oldest)
}
