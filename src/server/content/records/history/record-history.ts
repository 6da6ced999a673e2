import { HISTORY_PAGE_SIZE, type RecordVersion } from '#contract/content/record-history.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { buildUpdateRecordSchema } from '#contract/core/record-schemas.ts'
import { UserError } from '#contract/core/user-error.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { parseSampleFieldNames, type RecordValues } from '../record-row.ts'
import { fillMissingFields } from '../serialize-record.ts'
import { createRecordNotFoundError } from '../store.ts'
import { findRecordVersion, listRecordRevisions, type RecordVersionRow } from './store.ts'

/** Lists versions below `before`, newest first, of deleted records too. Throws a 404 if the record never existed. */
export async function listVersionsOfRecord(
  db: DatabaseReader,
  contentKind: ContentKind,
  id: string,
  before?: number,
): Promise<RecordVersion[]> {
  // Reads one version more, because each version is compared to the one before it.
  const rows = await listRecordRevisions(db, contentKind.kind, id, { before, limit: HISTORY_PAGE_SIZE + 1 })
  if (rows.length === 0 && (await listRecordRevisions(db, contentKind.kind, id, { limit: 1 })).length === 0)
    throw createRecordNotFoundError()
  return rows.slice(0, HISTORY_PAGE_SIZE).map((row, index) => {
    const { version, event, saved_at: at, author: by } = row
    const [values, previousValues] = [parseRevisionValues(contentKind, row), parseRevisionValues(contentKind, rows[index + 1])]
    const fields = Object.keys(contentKind.fields).filter((name) => values[name] !== previousValues[name])
    return { version, event, at, by, fields, values }
  })
}

/**
 * Returns an old version's values, ready to save. A field that the version lacks keeps its current value. Throws a 404
 * for an unknown version, and a 409 if its values no longer pass the checks.
 */
export async function loadValuesToRestore(
  db: DatabaseReader,
  contentKind: ContentKind,
  id: string,
  version: number,
  current: RecordValues,
) {
  const row = await findRecordVersion(db, contentKind.kind, id, version)
  if (!row) throw new UserError(404, 'This version doesn’t exist.')
  const values = {
    ...fillMissingFields(contentKind, current),
    ...pickKnownFields(contentKind, JSON.parse(row.data) as RecordValues),
  }
  const checked = buildUpdateRecordSchema(contentKind).safeParse(values)
  if (checked.success) return { values: checked.data, sampleFields: parseSampleFieldNames(row.sample) }
  const fields = checked.error.issues.map(({ path, message }) => [String(path[0]), message] as const)
  throw new UserError(409, 'This version can’t be restored because it no longer passes the checks.', Object.fromEntries(fields))
}

function parseRevisionValues(contentKind: ContentKind, row: RecordVersionRow | undefined): RecordValues {
  return fillMissingFields(contentKind, row ? (JSON.parse(row.data) as RecordValues) : {})
}

/** Drops the fields that the kind no longer has. */
function pickKnownFields({ fields }: ContentKind, values: RecordValues): RecordValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in fields))
}
