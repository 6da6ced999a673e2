import { createHash } from 'node:crypto'
import { exportContentEndpoint, type ImportSummary, importContentEndpoint } from '#contract/content/content-transfer.ts'
import { toBusinessDay } from '#contract/core/business-calendar.ts'
import { UserError } from '#contract/core/user-error.ts'
import { isWriteTimeout } from '#platform/db/database-writer.ts'
import type { Database } from '#platform/db/open-database.ts'
import type { TableName } from '#platform/db/tables.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { SignedInUser } from '#platform/http/request-session-types.ts'
import { limitConcurrency } from '#platform/limit-concurrency.ts'
import type { ServerModule } from '#platform/module.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import type { Config } from '../../config/config.ts'
import type { MediaModule } from '../media/media.ts'
import type { ContentModule } from '../records/records.ts'
import { applyImport, planImport, summarizeImport } from './apply-import.ts'
import { transferredKinds } from './export-format.ts'
import { readImportFileWithoutImages, type ValidatedImportFile } from './read-import-file.ts'
import { seedDemoContent } from './seed-demo-content.ts'
import type { OpenTarFile } from './tar-archive.ts'
import { writeExportFile } from './write-export-file.ts'

type ImportOptions = {
  sender: Pick<SignedInUser, 'email' | 'assertCurrent'>
  /** Returns the summary and changes nothing. */
  isCheck?: boolean | undefined
  /** The `plan` that a check returned. */
  plan?: string | undefined
}

type ImportResult = { summary: ImportSummary; plan: string }

const CHANGED_SINCE_CHECK = 'The site or the file changed after you checked it. Check the file again.'

/** Each file takes a few seconds. */
const MAX_QUEUED_IMPORTS = 4

/** How long the import's transaction may wait for the write lock, in ms. */
const WRITE_TIMEOUT_MS = 30_000

const WRITE_TIMEOUT_MESSAGE = 'Another import is still running, so nothing was changed. Please try again in a minute.'

/** Rolls back the transaction of a check, which applies the whole import. */
class CheckRollback extends Error {
  readonly result: ImportResult
  constructor(result: ImportResult) {
    super('The transaction of a check is always rolled back.')
    this.result = result
  }
}

/** Creates the module that exports all content with its images as one file, and imports such a file (decision 50). */
export function createContentTransferModule({
  database,
  content,
  media,
  timeZone,
}: {
  database: Database
  content: ContentModule
  media: MediaModule
  timeZone: () => Promise<string>
}) {
  const { write } = database
  const runQueued = limitConcurrency({
    maxConcurrent: 1,
    maxQueued: MAX_QUEUED_IMPORTS,
    createOverflowError: () =>
      new UserError(503, 'We’re reading other files right now. Nothing was changed. Please try again in a minute.'),
  })

  /**
   * Adds the missing images as deleted ones, so that nothing shows before the import is complete. If the import fails,
   * they are erased like other deleted images.
   */
  async function saveMissingImages(file: ValidatedImportFile, actor: string): Promise<void> {
    for (const picture of await media.imageTransfer.listMissing(file.pictures)) {
      await media.imageTransfer.saveHidden(picture, await file.readImageBytes(picture), actor)
    }
  }

  async function runImport(openFile: OpenTarFile, { sender, isCheck, plan }: ImportOptions): Promise<ImportResult> {
    const { email: actor, assertCurrent } = sender
    const file = await readImportFileWithoutImages(openFile)
    await media.imageTransfer.check(file.pictures, file.readImageBytes)
    await write(assertCurrent)
    if (!isCheck) await saveMissingImages(file, actor)
    const importResult = await retryWriteTimeouts(() =>
      content.change(async (editing) => {
        const { tx } = editing
        await assertCurrent(tx)
        const { plans, fingerprint } = await planImport(editing, file.kinds)
        const result = {
          summary: summarizeImport(plans, await media.imageTransfer.countChanges(tx, file.pictures)),
          plan: hashParts(file.sha256, fingerprint),
        }
        if (plan !== undefined && plan !== result.plan) throw new UserError(409, CHANGED_SINCE_CHECK)
        await applyImport(editing, plans, actor)
        if (isCheck) throw new CheckRollback(result)
        await media.imageTransfer.showImages(tx, file.pictures)
        const { added, changed, removed } = result.summary
        const detail = { added: String(added), changed: String(changed), removed: String(removed) }
        await recordAuditEntry(tx, { actor, action: 'content.imported', subject: 'content', detail })
        return result
      }),
    ).catch((error: unknown) => {
      if (error instanceof CheckRollback) return error.result
      throw error
    })
    if (!isCheck) media.imageTransfer.wake()
    return importResult
  }

  const handlers = [
    // Logs the export before it starts.
    defineHandler(exportContentEndpoint, async (_, { person: { email: actor } }) => {
      const records = await content.loadAll()
      const kinds = transferredKinds.map((contentKind) => ({ contentKind, records: records(contentKind) }))
      const detail = { records: String(kinds.reduce((sum, kind) => sum + kind.records.length, 0)) }
      await write((tx) => recordAuditEntry(tx, { actor, action: 'content.exported', subject: 'content', detail }))
      const values = kinds.flatMap((kind) => kind.records.flatMap((record) => Object.values(record.values)))
      const pictures = await media.imageTransfer.listAll(values)
      const file = writeExportFile({ at: new Date(), kinds, pictures }, media.imageTransfer.bytes)
      return { name: `rankstead-content-${toBusinessDay(await timeZone(), Date.now())}.tar`, content: file }
    }),

    // Replaces the content by a file's content, or only says what would change. Throws a 400 for an invalid file. Throws a 409
    // if the result isn't the one in `plan`, or if a record conflicts with another one.
    defineHandler(importContentEndpoint, async ({ body: { check: isCheck, plan }, file }, { person: sender }) => {
      const result = await runQueued(() => runImport(file, { sender, isCheck, plan }))
      const message = isCheck ? buildCheckMessage(result.summary) : buildImportMessage(result.summary)
      return { message, isDone: !isCheck, ...result }
    }),
  ]

  const transfer = {
    seed: (choice: Config['seed'], tables: readonly TableName[]) =>
      seedDemoContent({ read: database.read, content }, choice, tables),
  }
  return {
    ...transfer,
    name: 'content/transfer',
    handlers,
  } satisfies ServerModule
}

/** Repeats a write that timed out while it waited for the lock. It changed nothing, and an import is worth the wait. */
async function retryWriteTimeouts<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + WRITE_TIMEOUT_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isWriteTimeout(error)) throw error
      if (performance.now() > deadline) throw new UserError(503, WRITE_TIMEOUT_MESSAGE)
    }
  }
}

function hashParts(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex')
}

function buildCheckMessage({ kinds, pictures }: ImportSummary): string {
  const isSame = kinds.length === 0 && pictures.added + pictures.changed === 0
  return isSame ? 'The file is complete. It has the same content as this site.' : 'The file is complete. Nothing has changed yet.'
}

function buildImportMessage({ added, changed, removed }: ImportSummary): string {
  return `Content imported: ${added} added, ${changed} changed, ${removed} removed.`
}
