import type { BackupSummary } from './backup/backup.ts'
import { restoreBackup, verifyBackup, writeBackup } from './backup/backup.ts'
import { type Command, defineCommand } from './command/command.ts'

const CONTENTS_NOTE =
  'It contains content and personal data: every database row, all images, and emails saved as files. Only its owner may read the file (0600).'
const EXCLUSIONS_NOTE =
  'It does not contain the environment (passwords of the database and the mail server, PayPal keys), the program, earlier backups, or mail files of other machines.'

export const backupCommands: readonly Command[] = [
  defineCommand({
    name: 'backup',
    summary: 'Writes the whole site into one file, while it runs',
    arguments: { FILE: 'where to write; an existing file is replaced once the new one is complete' },
    about: [CONTENTS_NOTE, EXCLUSIONS_NOTE, 'The same file can be restored into SQLite and into PostgreSQL.'],
    fault: 'no file was written, and an existing one is unchanged',
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
    summary: 'Restores a backup into an empty folder or database',
    arguments: { FILE: 'a backup of this version or an earlier one, from either database' },
    about: [
      'Needs a DATA_DIR without a database, or a DATABASE_URL without tables.',
      'The command checks the file first and compares every restored row with it. It restores everything or nothing. It migrates a backup of an earlier version.',
      'The site sends the emails that were waiting in the backup when it starts. Unset SMTP_URL to inspect a copy.',
    ],
    fault: 'nothing was restored, and nothing was changed',
    async run({ FILE }, { config, path, progress }) {
      const contents = await restoreBackup(path(FILE), config(), progress)
      return {
        lines: [`Restored ${describeContents(contents)}. Every row matches the backup.`],
        result: serializeContents(contents),
      }
    },
  }),
  defineCommand({
    name: 'verify-backup',
    summary: 'Restores a backup into a temporary folder and compares it',
    arguments: { FILE: 'a backup' },
    about: [
      'The command compares every table by row count and checksum. It checks references and the database file, and migrates to this version. The temporary folder (TMPDIR) needs space for the whole site. The command deletes it.',
    ],
    fault: 'the backup is not reliable',
    async run({ FILE }, { path, progress }) {
      const contents = await verifyBackup(path(FILE), progress)
      return { lines: [`This backup is complete: ${describeContents(contents)}.`], result: serializeContents(contents) }
    },
  }),
]

function describeContents({ header, tables, rows, files }: BackupSummary): string {
  const mail = files === 0 ? '' : `, ${files} mail ${files === 1 ? 'file' : 'files'}`
  return `${rows.toLocaleString('en')} rows in ${tables.size} tables${mail}, of ${header.database}, ${header.madeAt}`
}

function serializeContents({ header, tables, rows, files }: BackupSummary) {
  const { madeAt, database, steps } = header
  return { madeAt, database, schema: steps.at(-1), rows, files, tables: Object.fromEntries(tables) }
}
