import { createHash } from 'node:crypto'
import type { ImportSummary } from '../../../contract/content/transfer.ts'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import { recordAudit } from '../../audit/audit.ts'
import { limitConcurrency } from '../../platform/concurrency.ts'
import type { Database } from '../../platform/db/db.ts'
import { didNotGetItsTurn } from '../../platform/db/write.ts'
import type { Handled } from '../../platform/http/http.ts'
import type { Api, Module } from '../../platform/module.ts'
import type { Media } from '../media/media.ts'
import type { Content } from '../records/records.ts'
import { carryOut, planIn, summaryOf } from './carry-out.ts'
import { exportFile } from './export-file.ts'
import { transferred } from './format.ts'
import { transferHandlers } from './handlers.ts'
import { type ContentFile, readContentFile } from './read-file.ts'
import type { OpenFile } from './tar.ts'

export type Transfer = Api<typeof createTransfer>

type Asked = {
  actor: string
  /** Only says what would become of it. */
  isCheck?: boolean | undefined
  /** What was answered to a check. */
  plan?: string | undefined
}

type Imported = { summary: ImportSummary; plan: string }

const CHANGED_MEANWHILE = 'The site, or the file, is not what it was when you checked it. Check the file once more.'

/** Files that may wait until the one before them is read and written; each is a few seconds' work. */
const MOST_WAITING = 4

/** How long the last step may wait for an import of another process, in ms. */
const WRITTEN_WITHIN = 30_000

const TOO_LATE = 'Another import is being written for too long, so nothing was changed. Please try again in a minute.'

/** Ends a transaction that was a check: everything was done, and nothing of it is kept. */
class Checked extends Error {
  readonly imported: Imported
  constructor(imported: Imported) {
    super('Nothing is kept of a check.')
    this.imported = imported
  }
}

/** All content with its pictures as one file, and the content of such a file as that of this site (docs/decisions/0050). */
export function createTransfer({ database, content, media }: { database: Database; content: Content; media: Media }) {
  const { write } = database
  const inTurn = limitConcurrency({
    concurrent: 1,
    queued: MOST_WAITING,
    tooMany: () => new Refusal(503, 'Several files are being read just now. Nothing was changed; please try again in a minute.'),
  })

  /** Where the picture is not in the library yet it is put there as a deleted one: nobody sees it before all is done, and what is left of a half-done import goes as deleted pictures go. */
  async function bringPictures(file: ContentFile, actor: string): Promise<void> {
    for (const picture of await media.copies.missing(file.pictures)) {
      await media.copies.keep(picture, await file.bytesOf(picture), actor)
    }
  }

  async function run(opened: OpenFile, { actor, isCheck, plan }: Asked): Promise<Imported> {
    const file = await readContentFile(opened)
    await media.copies.check(file.pictures, file.bytesOf)
    if (!isCheck) await bringPictures(file, actor)
    const done = await inTime(() =>
      content.change(async (editing) => {
        const { tx } = editing
        const { plans, fingerprint } = await planIn(editing, file.kinds)
        const imported = {
          summary: summaryOf(plans, await media.copies.countIn(tx, file.pictures)),
          plan: digest(file.sha256, fingerprint),
        }
        if (plan !== undefined && plan !== imported.plan) throw new Refusal(409, CHANGED_MEANWHILE)
        await carryOut(editing, plans, actor)
        if (isCheck) throw new Checked(imported)
        await media.copies.showIn(tx, file.pictures)
        const { added, changed, removed } = imported.summary
        const detail = { added: String(added), changed: String(changed), removed: String(removed) }
        await recordAudit(tx, { actor, action: 'content.imported', subject: 'content', detail })
        return imported
      }),
    ).catch((error: unknown) => {
      if (error instanceof Checked) return error.imported
      throw error
    })
    if (!isCheck) media.copies.wake()
    return done
  }

  const transfer = {
    /** The file, in pieces; that it was made is written down first. */
    async exportContent(actor: string): Promise<AsyncIterable<Uint8Array>> {
      const records = await content.all()
      const kinds = transferred.map((contentKind) => ({ contentKind, records: records(contentKind) }))
      const detail = { records: String(kinds.reduce((sum, kind) => sum + kind.records.length, 0)) }
      await write((tx) => recordAudit(tx, { actor, action: 'content.exported', subject: 'content', detail }))
      const pictures = await media.copies.all()
      return exportFile({ at: new Date(), kinds, pictures }, media.copies.bytes)
    },

    /**
     * Makes the content what a file says, or says what would become of it. Throws a 400 for a file that is not to be had,
     * a 409 where something else would become of it than `plan` says, or where a record cannot stand beside the others.
     */
    importContent: (file: OpenFile, asked: Asked): Promise<Imported> => inTurn(() => run(file, asked)),
  }
  return {
    ...transfer,
    name: 'content/transfer',
    handlers: (): Handled[] => transferHandlers(transfer),
  } satisfies Module
}

/** A write that did not get its turn has done nothing, and waits for the next: to its sender this one is worth the wait. */
async function inTime<T>(work: () => Promise<T>): Promise<T> {
  const until = performance.now() + WRITTEN_WITHIN
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!didNotGetItsTurn(error)) throw error
      if (performance.now() > until) throw new Refusal(503, TOO_LATE)
    }
  }
}

function digest(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex')
}
