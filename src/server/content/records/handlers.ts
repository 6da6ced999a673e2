import { endpointsOf } from '../../../contract/content/content-kind-endpoints.ts'
import {
  deleteRecord,
  listContent,
  listRecords,
  listTrash,
  oneRecord,
  orderRecords,
  setVisibility,
  undeleteRecord,
} from '../../../contract/content/content-records.ts'
import { searchContent } from '../../../contract/content/content-search.ts'
import { listContentTallies } from '../../../contract/content/content-tallies.ts'
import { recordHistory, restoreVersion } from '../../../contract/content/history.ts'
import { endOwnDraft, keepOwnDraft, listOwnDrafts, NEW_RECORD, readOwnDraft } from '../../../contract/content/own-drafts.ts'
import { DRAFTED } from '../../../contract/content/site-draft.ts'
import { contentKinds } from '../../../contract/content-kinds.ts'
import type { ContentKind } from '../../../contract/grammar/content-kind.ts'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import type { Once } from '../../platform/db/once.ts'
import { type Handled, handled, requireRecent, type Seen } from '../../platform/http/http.ts'
import type { Content, Save, StoredRecord } from './records.ts'
import { complete, toWire } from './wire.ts'

type Values = StoredRecord['values']

/** What the calls need of the release, which they use in place of the live content. */
export type StagedRecords = {
  list(contentKind: ContentKind, options?: { withHidden?: boolean }): Promise<StoredRecord[]>
  find(contentKind: ContentKind, id: string): Promise<StoredRecord | undefined>
  add(contentKind: ContentKind, values: Values, save: Save, once?: Once): Promise<StoredRecord>
  update(contentKind: ContentKind, id: string, values: Values, save: Save & { seen?: Seen }): Promise<StoredRecord>
  remove(contentKind: ContentKind, id: string, save: Save): Promise<StoredRecord>
  setHidden(contentKind: ContentKind, id: string, hidden: boolean, save: Save): Promise<StoredRecord>
}

type Parts = { content: Content; releases: StagedRecords }

/** The calls of every content kind, and those that are the same for all. */
export function contentHandlers(parts: Parts): Handled[] {
  return [
    ...contentKinds.flatMap((contentKind) => contentKindHandlers(contentKind, parts)),
    ...recordHandlers(parts),
    ...autosaveHandlers(parts),
  ]
}

function contentKindHandlers(contentKind: ContentKind, { content, releases }: Parts): Handled[] {
  const { list, one, add, update } = endpointsOf(contentKind)
  const { added, updated } = contentKind.messages
  const wire = (record: StoredRecord) => toWire(contentKind, record)
  return [
    handled(list, async () => (await content.list(contentKind)).map(wire)),
    one && handled(one, async ({ params }) => wire(found(await content.find(contentKind, params.id)))),
    handled(add, async ({ body, query }, { person, once }) => {
      const values = complete(contentKind, body)
      const save = { author: person.email, userId: person.userId }
      if (query.draft) return { message: DRAFTED, record: wire(await releases.add(contentKind, values, save, once)) }
      return { message: added, record: wire(await content.add(contentKind, values, save, once)) }
    }),
    update &&
      handled(update, async ({ params: { id }, body, query, seen }, { person }) => {
        const save = { author: person.email, userId: person.userId, seen }
        if (query.draft) return { message: DRAFTED, record: wire(await releases.update(contentKind, id, body, save)) }
        return { message: updated ?? added, record: wire(await content.update(contentKind, id, body, save)) }
      }),
  ].filter((one) => one !== undefined)
}

/** What is done alike to the records of all kinds. Those of a kind that asks for a recent sign-in ask for it here, too. */
function recordHandlers({ content, releases }: Parts): Handled[] {
  return [
    handled(listContentTallies, () => content.tallies()),
    handled(searchContent, ({ query }) => content.search(query.search)),
    handled(listRecords, async ({ params, query: { hidden, draft } }) => {
      const contentKind = contentKindOf(params.kind)
      const records = await (draft ? releases : content).list(contentKind, { withHidden: hidden })
      return records.map((record) => toWire(contentKind, record))
    }),
    handled(listContent, async ({ query: { kinds, draft } }) => {
      const asked = kinds === undefined ? contentKinds : [...new Set(kinds.split(','))].map(contentKindOf)
      const lists = asked.map(async (contentKind) => {
        const records = await (draft ? releases : content).list(contentKind)
        return [contentKind.kind, records.map((record) => toWire(contentKind, record))] as const
      })
      return Object.fromEntries(await Promise.all(lists))
    }),
    handled(oneRecord, async ({ params: { kind, id }, query }) => {
      const contentKind = contentKindOf(kind)
      const record = await (query.draft ? releases.find(contentKind, id) : content.find(contentKind, id, { withHidden: true }))
      return toWire(contentKind, found(record))
    }),
    handled(deleteRecord, async ({ params: { kind, id }, query: { draft } }, caller) => {
      const contentKind = contentKindOf(kind)
      const save = await mayChange(contentKind, caller, draft)
      if (draft) return { message: DRAFTED, record: toWire(contentKind, await releases.remove(contentKind, id, save)) }
      const record = await content.change((editing) => editing.remove(contentKind, id, save))
      return { message: 'Deleted.', record: toWire(contentKind, record) }
    }),
    handled(undeleteRecord, async ({ params: { kind, id } }, caller) => {
      const contentKind = contentKindOf(kind)
      const save = await mayChange(contentKind, caller)
      const record = await content.change((editing) => editing.undelete(contentKind, id, save))
      return { message: 'It is back at its place.', record: toWire(contentKind, record) }
    }),
    handled(listTrash, async ({ params }) => {
      const contentKind = contentKindOf(params.kind)
      return (await content.trash(contentKind)).map(({ record, ...rest }) => ({ ...rest, record: toWire(contentKind, record) }))
    }),
    handled(orderRecords, async ({ params, body }, caller) => {
      const contentKind = contentKindOf(params.kind)
      const save = await mayChange(contentKind, caller)
      await content.change((editing) => editing.order(contentKind, body.ids, save))
      return { message: 'The order is saved.' }
    }),
    handled(setVisibility, async ({ params: { kind, id }, query: { draft }, body: { hidden } }, caller) => {
      const contentKind = contentKindOf(kind)
      const save = await mayChange(contentKind, caller, draft)
      if (draft) return { message: DRAFTED, record: toWire(contentKind, await releases.setHidden(contentKind, id, hidden, save)) }
      const record = await content.change((editing) => editing.setHidden(contentKind, id, hidden, save))
      return { message: hidden ? 'Hidden.' : 'Shown.', record: toWire(contentKind, record) }
    }),
    handled(recordHistory, ({ params: { kind, id }, query }) => content.history(contentKindOf(kind), id, query.before)),
    handled(restoreVersion, async ({ params: { kind, id }, body: { version }, seen }, caller) => {
      const contentKind = contentKindOf(kind)
      const save = { ...(await mayChange(contentKind, caller)), seen }
      const record = await content.change((editing) => editing.restore(contentKind, id, version, save))
      return { message: contentKind.messages.updated ?? contentKind.messages.added, record: toWire(contentKind, record) }
    }),
  ]
}

const TYPED_ELSEWHERE = 'You have typed into this form on another device meanwhile.'

function autosaveHandlers({ content, releases }: Parts): Handled[] {
  return [
    handled(listOwnDrafts, (_, { person: { userId } }) => content.autosaves(userId)),
    handled(readOwnDraft, async ({ params }, { person: { userId } }) => {
      const autosave = await content.autosave({ ...params, userId })
      return found(autosave, 'There is no draft of yours.')
    }),
    handled(keepOwnDraft, async ({ params: { kind, id }, body }, { person: { userId } }) => {
      const contentKind = contentKindOf(kind)
      if (id !== NEW_RECORD)
        found((await content.find(contentKind, id, { withHidden: true })) ?? (await releases.find(contentKind, id)))
      const names = Object.keys(contentKind.fields)
      const unknown = Object.keys(body.values).find((name) => !names.includes(name))
      if (unknown !== undefined)
        throw new Refusal(400, 'One field needs your attention.', { [unknown]: `${unknown} is not a field here.` })
      const place = { kind, id, userId }
      const kept = await content.keepAutosave(place, body)
      if (kept) return kept
      // Where it was ended this very moment, the next try finds nothing in its way.
      throw new Refusal(409, TYPED_ELSEWHERE, undefined, await content.autosave(place))
    }),
    handled(endOwnDraft, async ({ params }, { person: { userId } }) => {
      if (!(await content.endAutosave({ ...params, userId }))) throw new Refusal(404, 'There is no draft of yours.')
      return { message: 'The draft is forgotten.' }
    }),
  ]
}

/** Who changes a record of this kind. Throws a 403 where that needs the password again, a 400 where it is never a draft. */
async function mayChange(
  { recent }: ContentKind,
  caller: Parameters<typeof requireRecent>[0] & { person: { email: string } },
  isDraft = false,
) {
  if (recent) await requireRecent(caller)
  if (recent && isDraft) throw new Refusal(400, 'This kind of content is saved at once, never as a draft.')
  return { author: caller.person.email }
}

function contentKindOf(kind: string): ContentKind {
  return found(
    contentKinds.find((contentKind) => contentKind.kind === kind),
    'There is no such kind of content.',
  )
}

function found<T>(thing: T | undefined, sentence = 'There is no such record.'): T {
  if (thing === undefined) throw new Refusal(404, sentence)
  return thing
}
