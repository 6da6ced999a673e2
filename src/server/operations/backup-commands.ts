import type { BackupContents } from './backup/backup.ts'
import { restoreBackup, verifyBackup, writeBackup } from './backup/backup.ts'
import { type Command, defineCommand } from './command/command.ts'

const CONTENTS_NOTE =
  'In it are both kinds of data, content and people: every row of the database with all pictures, and mail that became files. Whoever has it has the site, so it is written for its owner alone (0600).'
const EXCLUSIONS_NOTE =
  'Not in it are the environment (passwords of the database and the mail server, keys of PayPal), the program, earlier backups, and mail files of other machines.'

/** To keep a site, and to put it back. */
export const backupCommands: readonly Command[] = [
  defineCommand({
    name: 'backup',
    summary: 'Writes the whole site into one file, while it runs',
    arguments: { FILE: 'where to; one that is there is replaced once the new one is whole' },
    about: [CONTENTS_NOTE, EXCLUSIONS_NOTE, 'The same file can be restored into SQLite and into PostgreSQL.'],
    fault: 'there is no new file, and an old one is as it was',
    async run({ FILE }, { config, path, progress }) {
      const file = path(FILE)
      const backup = await writeBackup(config(), file, progress)
      const size = `${Math.ceil(backup.bytes / 1024).toLocaleString('en')} KB`
      return {
        lines: [`Wrote ${file}: ${describeContents(backup)}, ${size}.`, EXCLUSIONS_NOTE],
        result: { file, bytes: backup.bytes, ...serializeContents(backup) },
      }
    },
  }),
  defineCommand({
    name: 'restore',
    summary: 'Puts a backup into an empty place',
    arguments: { FILE: 'a backup of this version or an earlier one, from either database' },
    about: [
      'The place is DATA_DIR without a database in it, or a database of DATABASE_URL without tables.',
      'The file is checked before anything is written, and everything is compared with it afterwards; then it is there at once, or not at all. A backup of an earlier version is brought up to date.',
      'Mail that waited when the backup was made is sent once the site starts: leave SMTP_URL out to only look at a copy.',
    ],
    fault: 'nothing was restored, and the place is as it was',
    async run({ FILE }, { config, path, progress }) {
      const contents = await restoreBackup(path(FILE), config(), progress)
      return { lines: [`Restored ${describeContents(contents)}. Everything is as it was.`], result: serializeContents(contents) }
    },
  }),
  defineCommand({
    name: 'verify-backup',
    summary: 'Restores a backup into a temporary place and compares it',
    arguments: { FILE: 'a backup' },
    about: [
      'Every row of every table is compared by count and checksum, references and the file of the database are checked, and it is brought up to the version of this program. The temporary place (TMPDIR) needs room for the whole site, and is removed.',
    ],
    fault: 'the backup cannot be relied on',
    async run({ FILE }, { path, progress }) {
      const contents = await verifyBackup(path(FILE), progress)
      return { lines: [`This backup is whole: ${describeContents(contents)}.`], result: serializeContents(contents) }
    },
  }),
]

function describeContents({ header, tables, rows, files }: BackupContents): string {
  const mail = files === 0 ? '' : `, ${files} mail ${files === 1 ? 'file' : 'files'}`
  return `${rows.toLocaleString('en')} rows in ${tables.size} tables${mail}, of ${header.database}, ${header.madeAt}`
}

function serializeContents({ header, tables, rows, files }: BackupContents) {
  const { madeAt, database, steps } = header
  return { madeAt, database, schema: steps.at(-1), rows, files, tables: Object.fromEntries(tables) }
}
