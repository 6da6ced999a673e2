import { isRefusal, Refusal } from '../../contract/refusal.ts'
import type { Section } from '../../contract/section.ts'
import { sections } from '../../contract/sections.ts'
import { MOST_CHANGES, type SiteDraft } from '../../contract/site-draft.ts'
import { recordAudit } from '../audit/audit.ts'
import { type Content, checkFree, type Editing, endOwnDraftIn, recordsIn, type Save, toWire } from '../content/content.ts'
import type { Database } from '../db/db.ts'
import type { Once } from '../db/once.ts'
import type { Reader } from '../db/tables.ts'
import type { TableName } from '../db/untouched.ts'
import type { Tx } from '../db/write.ts'
import type { Seen } from '../http/http.ts'
import type { Mail } from '../mail/mail.ts'
import { createQueue } from '../queue/queue.ts'
import { changedIn, conflictOf, type DraftedRecord, layOver, readable } from './lay-over.ts'
import { failedMail } from './mails.ts'
import {
  changesOf,
  countChanges,
  dropChanges,
  endSchedule,
  openTurn,
  type Publication,
  putChange,
  readPublication,
  type StoredChange,
  setSchedule,
  takeDraft,
  turns,
} from './store.ts'
import { createClockWatch, TIMING } from './timing.ts'

export type Drafts = ReturnType<typeof createDrafts>

type Parts = {
  database: Database
  content: Pick<Content, 'change'>
  mail: Pick<Mail, 'post' | 'wake'>
  /** Whom to tell of a publication that did not come about. */
  adminEmails: (db: Reader) => Promise<string[]>
  /** The site's address, for links. */
  origin: string
  problem: (error: unknown, sentence: string) => void
  timing?: typeof TIMING
}

type Values = Record<string, string>
type Of = { live: DraftedRecord | undefined; change: StoredChange | undefined; drafted: DraftedRecord | undefined }

/**
 * The draft of the whole site: what admins have saved for later, published together or not at all (docs/decisions/0041).
 * Visitors, kept pages and the content version hear nothing of it before that.
 */
export function createDrafts({ database, content, mail, adminEmails, origin, problem, timing = TIMING }: Parts) {
  const { read, write } = database
  const dataTables: readonly TableName[] = ['draft_change']
  const isClockSteady = createClockWatch(timing.settle)

  const queue = createQueue<Publication>({
    database,
    table: turns,
    timing,
    name: 'publication of the draft',
    problem,
    atOnce: 1,
    work: publishScheduled,
    done: openTurn,
    failed: (_turn, error) => {
      problem(error, 'the draft could not be published; it is tried again')
      return undefined
    },
    isRepeatable: true,
    // The clock is watched whether or not there is something to do.
    isNeeded: async () => isClockSteady() && (await dueNow()) !== undefined,
  })

  return {
    dataTables,
    start: queue.start,
    close: queue.close,

    /** The records of a kind as they will be once the draft is published. */
    async list(section: Section, { withHidden }: { withHidden?: boolean } = {}): Promise<DraftedRecord[]> {
      const records = await laidOverIn(read, section)
      return withHidden ? records : records.filter(({ isHidden }) => !isHidden)
    },

    find: async (section: Section, id: string): Promise<DraftedRecord | undefined> =>
      (await laidOverIn(read, section)).find((record) => record.id === id),

    /** Throws a 409 where the record could not be added once the draft is published. */
    add: (section: Section, values: Values, save: Save, once?: Once): Promise<DraftedRecord> =>
      write(async (tx) => {
        await takeDraft(tx)
        checkFree(section, values, await laidOverIn(tx, section))
        const recordId = crypto.randomUUID()
        await put(tx, {
          kind: section.kind,
          recordId,
          action: 'add',
          values,
          isHidden: null,
          base: {},
          baseVersion: 0,
          author: save.author,
        })
        await endOwnDraftIn(tx, section, save)
        return { id: recordId, version: 0, isSample: false, isHidden: false, values, draft: 1 }
      }, once),

    /** Lays `values` over what the record will be. Throws a 409 with it where that is no longer what was `seen`. */
    update: (section: Section, id: string, values: Values, { seen = {}, ...save }: Save & { seen?: Seen }) =>
      write(async (tx) => {
        await takeDraft(tx)
        const of = await recordIn(tx, section, id)
        checkSeen(section, of, seen)
        const { live, change } = of
        const wanted = { ...(of.drafted ?? live)?.values, ...values }
        const beside = (await laidOverIn(tx, section)).filter((record) => record.id !== id)
        if (section.unique) checkFree(section, wanted, beside)
        await putOrDrop(tx, section, of, { values: wanted, isHidden: change?.isHidden ?? null, author: save.author })
        await endOwnDraftIn(tx, section, save, id)
        return after(tx, section, id)
      }),

    setHidden: (section: Section, id: string, isHidden: boolean, { author }: Save) =>
      write(async (tx) => {
        await takeDraft(tx)
        const of = await recordIn(tx, section, id)
        const values = (of.drafted ?? of.live)?.values ?? {}
        await putOrDrop(tx, section, of, {
          values,
          isHidden: isHidden === (of.live?.isHidden ?? false) ? null : isHidden,
          author,
        })
        return after(tx, section, id)
      }),

    /** The record will be deleted; one that the draft adds never was. */
    remove: (section: Section, id: string, { author }: Save) =>
      write(async (tx) => {
        await takeDraft(tx)
        const { live, change, drafted } = await recordIn(tx, section, id)
        if (!live) {
          await dropChanges(tx, change ? [change.id] : [])
          return drafted as DraftedRecord
        }
        const { values: base, version: baseVersion } = live
        const last = {
          kind: section.kind,
          recordId: id,
          action: 'delete',
          values: base,
          isHidden: null,
          base,
          baseVersion,
          author,
        } as const
        await put(tx, last, change)
        return live
      }),

    async read(): Promise<SiteDraft> {
      const [changes, publication] = await Promise.all([changesOf(read), readPublication(read)])
      const live = await liveOf(read, changes)
      return {
        changes: known(changes).map(({ section, change }) => readable(section, change, live.get(change.recordId))),
        scheduledAt: publication.scheduled_at,
        scheduledBy: publication.scheduled_by,
        failure: publication.failure,
      }
    },

    /** Publishes all changes; answers how many. Throws a 409 with a sentence for each that is in the way, and publishes none. */
    publish: (actor: string): Promise<number> => publish(actor),

    /** Forgets these changes, or all of them; answers how many there were. */
    discard: (ids: readonly string[] | undefined): Promise<number> =>
      write(async (tx) => {
        await takeDraft(tx)
        const dropped = await dropChanges(tx, ids ?? (await changesOf(tx)).map(({ id }) => id))
        if ((await countChanges(tx)) === 0) await endSchedule(tx)
        return dropped
      }),

    /** Publishes at `at` (epoch ms), or no longer at any time. Throws a 409 where there is nothing to publish. */
    schedule: (at: number | null, actor: string): Promise<void> =>
      write(async (tx) => {
        await takeDraft(tx)
        if (at === null) return endSchedule(tx)
        if ((await countChanges(tx)) === 0) throw new Refusal(409, 'There is nothing in the draft to publish.')
        await setSchedule(tx, { at, by: actor })
        await recordAudit(tx, { actor, action: 'draft.scheduled', subject: 'draft', detail: { at: new Date(at).toISOString() } })
      }),
  }

  async function publish(actor: string, due?: number): Promise<number> {
    if ((await countChanges(read)) === 0 && due === undefined) return 0
    return content.change(async (editing) => {
      const { tx } = editing
      const { scheduled_at } = await takeDraft(tx)
      // Whoever was first has done it, or somebody has thought better of it.
      if (due !== undefined && scheduled_at !== due) return 0
      const changes = await changesOf(tx)
      if (changes.length > 0) await publishIn(editing, changes)
      await dropChanges(
        tx,
        changes.map(({ id }) => id),
      )
      await endSchedule(tx)
      const published = { actor, action: 'draft.published', subject: 'draft', detail: { changes: String(changes.length) } }
      if (changes.length > 0) await recordAudit(tx, published)
      return changes.length
    })
  }

  async function publishScheduled(): Promise<void> {
    const due = await dueNow()
    if (!due) return
    try {
      await publish(due.by, due.at)
    } catch (error) {
      if (!isRefusal(error) || error.status >= 500) throw error
      await giveUp(due.at, error)
      mail.wake()
    }
  }

  /** The draft stays; the admins hear why it is not public. */
  async function giveUp(at: number, { message, fields = {} }: Refusal): Promise<void> {
    const sentences = Object.values(fields)
    await write(async (tx) => {
      if ((await takeDraft(tx)).scheduled_at !== at) return
      await endSchedule(tx, [message, ...sentences].join(' '))
      for (const to of await adminEmails(tx)) await mail.post(tx, { to, ...failedMail(at, [message, ...sentences], origin) })
    })
  }

  /** What is scheduled, where its time has come. */
  async function dueNow(): Promise<{ at: number; by: string } | undefined> {
    const { scheduled_at: at, scheduled_by: by } = await readPublication(read)
    return at !== null && at <= Date.now() ? { at, by: by ?? '' } : undefined
  }
}

/** Writes all changes into the live records. Throws a 409 with a sentence for each that is in the way. */
async function publishIn(editing: Editing, changes: readonly StoredChange[]): Promise<void> {
  const { tx } = editing
  const live = await liveOf(tx, changes)
  const all = known(changes)
  const conflicts = all.flatMap(({ section, change }) => {
    const sentence = conflictOf(section, change, live.get(change.recordId))
    return sentence === null ? [] : [[change.id, sentence] as const]
  })
  if (conflicts.length > 0) throw notPublished(Object.fromEntries(conflicts))
  const updated = all.filter(({ section, change }) => section.unique && change.action === 'change')
  await editing.freeSoles(updated.map(({ change }) => change.recordId))
  const steps = (['delete', 'change', 'add'] as const).flatMap((action) => all.filter(({ change }) => change.action === action))
  for (const { section, change } of steps) {
    await publishChange(editing, section, change).catch((error: unknown) => {
      if (!isRefusal(error) || error.status >= 500) throw error
      throw notPublished({ [change.id]: Object.values(error.fields ?? {})[0] ?? error.message })
    })
  }
}

async function publishChange(editing: Editing, section: Section, change: StoredChange): Promise<void> {
  const { action, recordId, values, isHidden, author } = change
  const save = { author }
  const changed = changedIn(change)
  if (action === 'delete') await editing.remove(section, recordId, save)
  else if (action === 'add') await editing.add(section, values, save, recordId)
  else if (Object.keys(changed).length > 0 || section.unique) await editing.update(section, recordId, changed, save)
  if (isHidden !== null) await editing.setHidden(section, recordId, isHidden, save)
}

function notPublished(fields: Record<string, string>): Refusal {
  const count = Object.keys(fields).length
  const what = count === 1 ? 'One change is' : `${count} changes are`
  return new Refusal(409, `Nothing was published: ${what} in the way.`, fields)
}

async function laidOverIn(db: Reader, section: Section): Promise<DraftedRecord[]> {
  const [records, changes] = [await recordsIn(db, section), await changesOf(db, section.kind)]
  return layOver(section, records, changes)
}

/** What is live of a record, what becomes of it, and what it will be. Throws a 404 where it is neither live nor to be added. */
async function recordIn(tx: Tx, section: Section, id: string): Promise<Of> {
  const live = (await recordsIn(tx, section)).find((record) => record.id === id)
  const changes = await changesOf(tx, section.kind)
  const change = changes.find(({ recordId }) => recordId === id)
  if (!live && change?.action !== 'add') throw new Refusal(404, 'There is no such record.')
  const drafted = change && layOver(section, live ? [live] : [], [change])[0]
  return { live, change, drafted }
}

/** Whoever says which version they saw must have seen what others have drafted of it, too. */
function checkSeen(section: Section, { live, change, drafted }: Of, { version, draft = 0 }: Seen): void {
  if (version === undefined || (version === (live?.version ?? 0) && draft === (change?.saves ?? 0))) return
  const record = drafted ?? live
  const who = change?.author ?? 'Somebody else'
  const sentence = `${who} changed this after you opened it, so nothing was saved. Look at both, and save again.`
  throw new Refusal(409, sentence, undefined, record && toWire(section, record))
}

async function putOrDrop(
  tx: Tx,
  { kind }: Section,
  { live, change }: Of,
  { values, isHidden, author }: { values: Values; isHidden: boolean | null; author: string },
): Promise<void> {
  if (!live) {
    if (change) await put(tx, { ...change, values, isHidden, author }, change)
    return
  }
  const { values: base, version: baseVersion } = live
  const isSame = isHidden === null && Object.keys(changedIn({ values, base })).length === 0
  if (!isSame) await put(tx, { kind, recordId: live.id, action: 'change', values, isHidden, base, baseVersion, author }, change)
  else if (change) await dropChanges(tx, [change.id])
}

async function put(tx: Tx, change: Parameters<typeof putChange>[1], former?: StoredChange): Promise<void> {
  if (!former && (await countChanges(tx)) >= MOST_CHANGES) {
    throw new Refusal(409, `The draft holds ${MOST_CHANGES} changes already: publish them, or discard some.`)
  }
  await putChange(tx, change, former)
}

async function after(tx: Tx, section: Section, id: string): Promise<DraftedRecord> {
  const { live, drafted } = await recordIn(tx, section, id)
  return (drafted ?? live) as DraftedRecord
}

/** The live records that these changes are about, by id. */
async function liveOf(db: Reader, changes: readonly StoredChange[]) {
  const kinds = new Set(known(changes).map(({ section }) => section))
  const records = []
  for (const section of kinds) records.push(...(await recordsIn(db, section)))
  return new Map(records.map((record) => [record.id, record]))
}

/** With what their kinds are; a kind that the product has no more is left out. */
function known(changes: readonly StoredChange[]): { section: Section; change: StoredChange }[] {
  return changes.flatMap((change) => {
    const section = sections.find(({ kind }) => kind === change.kind)
    return section ? [{ section, change }] : []
  })
}
