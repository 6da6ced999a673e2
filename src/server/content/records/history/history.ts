import { type RecordVersion, VERSIONS_AT_ONCE } from '../../../../contract/content/history.ts'
import type { ContentKind } from '../../../../contract/grammar/content-kind.ts'
import { updateBody } from '../../../../contract/grammar/content-kind-schema.ts'
import { Refusal } from '../../../../contract/grammar/refusal.ts'
import type { Reader } from '../../../platform/db/tables.ts'
import { noSuchRecord, sampleFieldsOf, type Values } from '../store.ts'
import { complete } from '../wire.ts'
import { findRevision, type Revision, revisionsOf } from './store.ts'

/** The versions of a record, newest first, from below `before` on; of a deleted one too. Throws a 404 where there never was one. */
export async function historyOf(db: Reader, contentKind: ContentKind, id: string, before?: number): Promise<RecordVersion[]> {
  // One more than is told of: what a version changed is seen by the one before it.
  const rows = await revisionsOf(db, contentKind.kind, id, { before, most: VERSIONS_AT_ONCE + 1 })
  if (rows.length === 0 && (await revisionsOf(db, contentKind.kind, id, { most: 1 })).length === 0) throw noSuchRecord()
  return rows.slice(0, VERSIONS_AT_ONCE).map((row, index) => {
    const { version, event, saved_at: at, author: by } = row
    const [values, former] = [valuesIn(contentKind, row), valuesIn(contentKind, rows[index + 1])]
    const fields = Object.keys(contentKind.fields).filter((name) => values[name] !== former[name])
    return { version, event, at, by, fields, values }
  })
}

/**
 * The values of an old version, as they can be written now: a field that it does not know stays as it is in `current`.
 * Throws a 404 for a version that is not there, and a 409 where it no longer passes the checks.
 */
export async function oldValues(db: Reader, contentKind: ContentKind, id: string, version: number, current: Values) {
  const row = await findRevision(db, contentKind.kind, id, version)
  if (!row) throw new Refusal(404, 'There is no such version of this record.')
  const values = { ...complete(contentKind, current), ...known(contentKind, JSON.parse(row.data) as Values) }
  const checked = updateBody(contentKind).safeParse(values)
  if (checked.success) return { values: checked.data, sampleFields: sampleFieldsOf(row.sample) }
  const fields = checked.error.issues.map(({ path, message }) => [String(path[0]), message] as const)
  throw new Refusal(409, 'This version cannot be restored as it is: it no longer passes the checks.', Object.fromEntries(fields))
}

function valuesIn(contentKind: ContentKind, row: Revision | undefined): Values {
  return complete(contentKind, row ? (JSON.parse(row.data) as Values) : {})
}

/** Without what the kind had once and has no more. */
function known({ fields }: ContentKind, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in fields))
}
