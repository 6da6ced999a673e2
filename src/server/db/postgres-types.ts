import pg from 'pg'

const BOOL = 16
const INT8 = 20
const TIMESTAMPTZ = 1184

/**
 * What PostgreSQL keeps, as SQLite would keep it: booleans as 0 and 1, times as ISO 8601 text with milliseconds, or
 * microseconds where there are some, and whole numbers exactly. Times must come in ISO style and UTC.
 */
export const snapshotTypes = new pg.TypeOverrides()
snapshotTypes.setTypeParser(BOOL, (text) => (text === 't' ? 1 : 0))
snapshotTypes.setTypeParser(INT8, (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text)))
snapshotTypes.setTypeParser(TIMESTAMPTZ, (text) => {
  const [, day, time, fraction = ''] = /^(\S+) ([\d:]+)(?:\.(\d+))?\+00$/.exec(text) ?? []
  if (!day) throw new Error(`A time of the database cannot be read: ${text}`)
  return `${day}T${time}.${fraction.padEnd(fraction.length > 3 ? 6 : 3, '0')}Z`
})
