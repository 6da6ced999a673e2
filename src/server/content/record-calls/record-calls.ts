import {
  deleteAutosaveEndpoint,
  getAutosaveEndpoint,
  listAutosavesEndpoint,
  NEW_RECORD_ID,
  saveAutosaveEndpoint,
} from '#contract/content/autosaves.ts'
import { getReadAddAndUpdateEndpoints } from '#contract/content/content-kind-endpoints.ts'
import { listRecordAndSampleCountsEndpoint } from '#contract/content/content-readiness.ts'
import {
  deleteRecordEndpoint,
  getEditorRecordEndpoint,
  keepSampleContentEndpoint,
  listEditorRecordsEndpoint,
  listRecordsOfKindsEndpoint,
  listTrashEndpoint,
  reorderRecordsEndpoint,
  setRecordVisibilityEndpoint,
  undeleteRecordEndpoint,
} from '#contract/content/content-record-endpoints.ts'
import { searchContentEndpoint } from '#contract/content/content-search.ts'
import { listRecordVersionsEndpoint, restoreRecordVersionEndpoint } from '#contract/content/record-history.ts'
import { STAGED_MESSAGE } from '#contract/content/staged-record-ids-endpoint.ts'
import { contentKinds, findContentKind } from '#contract/content-kinds.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { UserError } from '#contract/core/user-error.ts'
import { cachePerContentVersion } from '#platform/db/cache-per-content-version.ts'
import type { ContentVersionReader } from '#platform/db/content-version-reader.ts'
import type { IdempotencyKey } from '#platform/db/idempotency.ts'
import { defineHandler, type EndpointHandler, requireRecentLogin } from '#platform/http/register-api.ts'
import type { ServerModule } from '#platform/module.ts'
import {
  type ContentModule,
  type ContentWriter,
  fillMissingFields,
  mergeMarkdownIntoValues,
  type StoredRecord,
  serializeRecord,
} from '../records/records.ts'

/** The live content or, for a call with `draft`, the staged changes. */
type RecordStore = Pick<ContentModule, 'list' | 'find'> & {
  change: (work: RecordChange, idempotencyKey?: IdempotencyKey) => Promise<StoredRecord>
}

type RecordChange = (editing: Pick<ContentWriter, 'add' | 'updateFromBody' | 'remove' | 'setHidden'>) => Promise<StoredRecord>

type ContentHandlerOptions = { content: ContentModule; releases: RecordStore; contentVersion: ContentVersionReader }

/** Creates the module that answers the calls about records: of the live content, and of drafts with `draft`. */
export function createRecordCallsModule(parts: ContentHandlerOptions) {
  const handlers = [
    ...contentKinds.flatMap((contentKind) => contentKindHandlers(contentKind, parts)),
    ...recordHandlers(parts),
    ...autosaveHandlers(parts),
  ]
  return { name: 'content/record-calls', handlers } satisfies ServerModule
}

function contentKindHandlers(contentKind: ContentKind, parts: ContentHandlerOptions): EndpointHandler[] {
  const { content, contentVersion } = parts
  const { list, one, add, update } = getReadAddAndUpdateEndpoints(contentKind)
  const { added, updated } = contentKind.messages
  const serialize = (record: StoredRecord) => serializeRecord(contentKind, record)
  // A page reads some twenty lists, which change only when an admin saves.
  const listVisible = cachePerContentVersion(contentVersion, async () => {
    const records = list.reply.parse((await content.list(contentKind)).map(serialize))
    for (const record of records) Object.freeze(record)
    Object.freeze(records)
    return records
  })
  return [
    { ...defineHandler(list, listVisible), isReplyParsed: true },
    one && defineHandler(one, async ({ params }) => serialize(requireFound(await content.find(contentKind, params.id)))),
    defineHandler(add, async ({ body, query: { draft } }, { person: { email: author, userId }, idempotency }) => {
      const values = fillMissingFields(contentKind, mergeMarkdownIntoValues(contentKind, body))
      const work: RecordChange = (editing) => editing.add(contentKind, values, { author, userId })
      return changeRecord(parts, contentKind, { draft, message: added, work }, idempotency)
    }),
    update &&
      defineHandler(update, ({ params, body, query: { draft }, expectedVersion }, { person: { email: author, userId } }) => {
        const save = { author, userId, expectedVersion }
        const work: RecordChange = (editing) => editing.updateFromBody(contentKind, params.id, body, save)
        return changeRecord(parts, contentKind, { draft, message: updated ?? added, work })
      }),
  ].filter((one) => one !== undefined)
}

type RecordChangeOptions = { draft: boolean | undefined; message: string; work: RecordChange }

/** Changes a record of the live content or a staged change, and replies with it. */
async function changeRecord(
  { content, releases }: ContentHandlerOptions,
  contentKind: ContentKind,
  { draft, message, work }: RecordChangeOptions,
  idempotencyKey?: IdempotencyKey,
) {
  const record = await (draft ? releases : content).change(work, idempotencyKey)
  return { message: draft ? STAGED_MESSAGE : message, record: serializeRecord(contentKind, record) }
}

/** The calls that every kind shares. A kind with `recent` asks for a recent log-in here too. */
function recordHandlers(parts: ContentHandlerOptions): EndpointHandler[] {
  const { content, releases } = parts
  return [
    defineHandler(listRecordAndSampleCountsEndpoint, () => content.countRecordsAndSamplesByKind({ withHidden: true })),
    defineHandler(searchContentEndpoint, ({ query }) => content.search(query.search)),
    defineHandler(listEditorRecordsEndpoint, async ({ params, query: { hidden, draft } }) => {
      const contentKind = contentKindOf(params.kind)
      const records = await (draft ? releases : content).list(contentKind, { withHidden: hidden })
      return records.map((record) => serializeRecord(contentKind, record))
    }),
    defineHandler(listRecordsOfKindsEndpoint, async ({ query: { kinds, draft } }) => {
      const requestedKinds = kinds === undefined ? contentKinds : [...new Set(kinds.split(','))].map(contentKindOf)
      const lists = requestedKinds.map(async (contentKind) => {
        const records = await (draft ? releases : content).list(contentKind)
        return [contentKind.kind, records.map((record) => serializeRecord(contentKind, record))] as const
      })
      return Object.fromEntries(await Promise.all(lists))
    }),
    defineHandler(getEditorRecordEndpoint, async ({ params: { kind, id }, query }) => {
      const contentKind = contentKindOf(kind)
      const record = await (query.draft ? releases : content).find(contentKind, id, { withHidden: true })
      return serializeRecord(contentKind, requireFound(record))
    }),
    defineHandler(deleteRecordEndpoint, async ({ params: { kind, id }, query: { draft } }, caller) => {
      const contentKind = contentKindOf(kind)
      const save = await authorizeChange(contentKind, caller, draft)
      const work: RecordChange = (editing) => editing.remove(contentKind, id, save)
      return changeRecord(parts, contentKind, { draft, message: 'Deleted.', work })
    }),
    defineHandler(undeleteRecordEndpoint, async ({ params: { kind, id } }, caller) => {
      const contentKind = contentKindOf(kind)
      const save = await authorizeChange(contentKind, caller)
      const record = await content.change((editing) => editing.undelete(contentKind, id, save))
      return { message: 'Restored', record: serializeRecord(contentKind, record) }
    }),
    defineHandler(listTrashEndpoint, async ({ params }) => {
      const contentKind = contentKindOf(params.kind)
      return (await content.trash(contentKind)).map(({ record, ...rest }) => ({
        ...rest,
        record: serializeRecord(contentKind, record),
      }))
    }),
    defineHandler(reorderRecordsEndpoint, async ({ params, body }, caller) => {
      const contentKind = contentKindOf(params.kind)
      const save = await authorizeChange(contentKind, caller)
      await content.change((editing) => editing.reorder(contentKind, body.ids, save))
      return { message: 'Reordered.' }
    }),
    defineHandler(setRecordVisibilityEndpoint, async ({ params: { kind, id }, query: { draft }, body: { hidden } }, caller) => {
      const contentKind = contentKindOf(kind)
      const save = await authorizeChange(contentKind, caller, draft)
      const work: RecordChange = (editing) => editing.setHidden(contentKind, id, hidden, save)
      return changeRecord(parts, contentKind, { draft, message: hidden ? 'Hidden.' : 'Shown.', work })
    }),
    defineHandler(keepSampleContentEndpoint, async ({ body }, { person }) => {
      const targets = body.records.map(({ kind, id }) => ({ contentKind: contentKindOf(kind), id }))
      return content.change(async (editing) => {
        const records: { kind: string; record: StoredRecord }[] = []
        for (const { contentKind, id } of targets) {
          const record = await editing.keepSample(contentKind, id, { author: person.email })
          if (record) records.push({ kind: contentKind.kind, record })
        }
        const isKept = records.length === targets.length && records.every(({ record }) => !record.sampleFields)
        return {
          message: isKept ? 'Kept as is.' : 'Kept, but names, contact details and social links must be your own.',
          kept: records.map(({ kind, record: { id, version } }) => ({ kind, id, version })),
        }
      })
    }),
    defineHandler(listRecordVersionsEndpoint, ({ params: { kind, id }, query }) =>
      content.history(contentKindOf(kind), id, query.before),
    ),
    defineHandler(restoreRecordVersionEndpoint, async ({ params: { kind, id }, body: { version }, expectedVersion }, caller) => {
      const contentKind = contentKindOf(kind)
      const save = { ...(await authorizeChange(contentKind, caller)), expectedVersion }
      const record = await content.change((editing) => editing.restore(contentKind, id, version, save))
      return { message: contentKind.messages.updated ?? contentKind.messages.added, record: serializeRecord(contentKind, record) }
    }),
  ]
}

const AUTOSAVE_CONFLICT = 'You also typed in this form on another device.'

function autosaveHandlers({ content, releases }: ContentHandlerOptions): EndpointHandler[] {
  return [
    defineHandler(listAutosavesEndpoint, (_, { person: { userId } }) => content.autosaves(userId)),
    defineHandler(getAutosaveEndpoint, async ({ params }, { person: { userId } }) => {
      const autosave = await content.autosave({ ...params, userId })
      return requireFound(autosave, 'You have no autosave here.')
    }),
    defineHandler(saveAutosaveEndpoint, async ({ params: { kind, id }, body }, { person: { userId } }) => {
      const contentKind = contentKindOf(kind)
      if (id !== NEW_RECORD_ID)
        requireFound((await content.find(contentKind, id, { withHidden: true })) ?? (await releases.find(contentKind, id)))
      const names = Object.keys(contentKind.fields)
      const unknown = Object.keys(body.values).find((name) => !names.includes(name))
      if (unknown !== undefined)
        throw new UserError(400, 'One field needs your attention.', { [unknown]: `${unknown} is not a field here.` })
      const autosaveKey = { kind, id, userId }
      const savedAutosave = await content.saveAutosave(autosaveKey, body)
      if (savedAutosave) return savedAutosave
      // If the other autosave was just deleted, the next try succeeds.
      throw new UserError(409, AUTOSAVE_CONFLICT, undefined, await content.autosave(autosaveKey))
    }),
    defineHandler(deleteAutosaveEndpoint, async ({ params }, { person: { userId } }) => {
      if (!(await content.deleteAutosave({ ...params, userId }))) throw new UserError(404, 'You have no autosave here.')
      return { message: 'The autosave is deleted.' }
    }),
  ]
}

/** Returns the author of a change. Throws a 403 if the kind needs a recent log-in, and a 400 if the kind can't be staged. */
async function authorizeChange(
  { recent }: ContentKind,
  caller: Parameters<typeof requireRecentLogin>[0] & { person: { email: string } },
  isDraft = false,
) {
  if (recent) await requireRecentLogin(caller)
  if (recent && isDraft) throw new UserError(400, 'This content can’t be a draft. Save it without draft=1.')
  return { author: caller.person.email }
}

function contentKindOf(kind: string): ContentKind {
  return requireFound(findContentKind(kind), 'There’s no such kind of content.')
}

function requireFound<T>(thing: T | undefined, sentence = 'This doesn’t exist anymore.'): T {
  if (thing === undefined) throw new UserError(404, sentence)
  return thing
}
