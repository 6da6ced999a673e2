/** Returns a copy of a record without the fields that only the server sets, whose names begin with an underscore. */
export function removeServerFields<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !name.startsWith('_')))
}
