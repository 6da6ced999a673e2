import type { DatabaseSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import { type LastSave, markSite, readLastSave, type SiteFiles } from './sqlite-files.ts'
import type { Tables } from './tables.ts'

/**
 * Keeps the number of the last save in the database and, once that is on the disk, in a file beside it. A start that finds
 * the smaller number in the database knows that saves are missing (docs/decisions/0087).
 */
export function trackLastSave(db: Kysely<Tables>, writer: DatabaseSync, files: SiteFiles) {
  const changes = writer.prepare('select total_changes() as count')
  const countChanges = () => Number(changes.get()?.count)
  let noted = countChanges()
  let underWay: Promise<void> | undefined

  async function note(): Promise<void> {
    const before = countChanges()
    if (before === noted) return
    const next = await db
      .updateTable('last_save')
      .set(({ eb }) => ({ sequence: eb('sequence', '+', 1), saved_at: Date.now() }))
      .returning(['sequence', 'saved_at'])
      .executeTakeFirstOrThrow()
    // Counts the row that this update changed. The next call notes changes that came in the meantime.
    noted = before + 1
    markSite(files, asLastSave(next))
  }

  return {
    /** Records a new save number if anything was saved since the last call. */
    note(): Promise<void> {
      underWay ??= note().finally(() => {
        underWay = undefined
      })
      return underWay
    },

    /** Returns a sentence if the database lacks saves, and restarts the count from the database's number. */
    async compare(): Promise<string | undefined> {
      const found = asLastSave(await db.selectFrom('last_save').selectAll().executeTakeFirstOrThrow())
      const wanted = readLastSave(files)
      markSite(files, found)
      if (!wanted || wanted.sequence <= found.sequence) return undefined
      const since = found.sequence > 0 ? `from ${timeOf(found)} ` : ''
      return (
        `Saves ${since}to ${timeOf(wanted)} are missing in ${files.database}: its log (${files.database}-wal) was removed, or ` +
        'an older copy was put in its place. If you have the missing files, stop the site and put them back.'
      )
    },
  }
}

function asLastSave({ sequence, saved_at }: Pick<Tables['last_save'], 'sequence' | 'saved_at'>): LastSave {
  return { sequence, at: saved_at }
}

function timeOf({ at }: LastSave): string {
  return new Date(at).toISOString()
}
