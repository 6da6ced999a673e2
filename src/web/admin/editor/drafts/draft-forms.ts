import { endpointsOf } from '../../../../contract/content/content-kind-endpoints.ts'
import { deleteRecord, oneRecord } from '../../../../contract/content/content-records.ts'
import { discardDraft, publishDraft, scheduleDraft } from '../../../../contract/content/site-draft.ts'
import type { ContentKind, RecordOf } from '../../../../contract/grammar/content-kind.ts'
import { instantOf } from '../../../../contract/grammar/instant.ts'
import { Refusal } from '../../../../contract/grammar/refusal.ts'
import { hiddenField } from '../../../forms/field.tsx'
import { pageForm } from '../../../forms/form-action.ts'
import { beginPreview, endPreview } from '../../../preview-cookie.ts'
import { adminPaths } from '../../site-map.ts'
import { askedFirst, foundBeforePublishing } from '../form/asked-first.ts'
import { recordOf } from '../records/content-record.ts'
import { contentKindOf } from './shown-draft.ts'

const WHEN = 'Choose a date and a time.'

/** What can be done with the draft, by the names of the page's forms. */
export const draftForms = {
  publish: pageForm({}, async ({ call, posted }) => {
    const question = await askedFirst(posted, 'published', () => foundBeforePublishing(call))
    return question ?? { notice: (await call(publishDraft, {})).message }
  }),
  discard: pageForm({}, async ({ call }) => ({ notice: (await call(discardDraft, { body: {} })).message })),
  discardOne: pageForm({ change: hiddenField }, async ({ call, values: { change } }) => ({
    notice: (await call(discardDraft, { body: { ids: [change] } })).message,
  })),
  keep: pageForm({ kind: hiddenField, record: hiddenField, action: hiddenField }, async ({ call, values }) => {
    const { kind, record: id, action } = values
    const contentKind = contentKindOf(kind)
    const update = contentKind && endpointsOf(contentKind).update
    if (!update) throw new Refusal(404, 'There is no such record.')
    const params = { kind, id }
    const query = { draft: true }
    // Saved once more, a change is made from what is live now.
    if (action === 'delete') return { notice: (await call(deleteRecord, { params, query })).message }
    const wire = await call(oneRecord, { params, query })
    const { values: body } = recordOf(contentKind, wire as unknown as RecordOf<ContentKind>)
    return { notice: (await call(update, { params: { id }, query, body })).message }
  }),
  schedule: pageForm({ at: { type: 'datetime-local' }, zone: hiddenField }, async ({ call, posted, values }) => {
    const at = instantOf(values.at, values.zone)
    if (at === undefined) throw new Refusal(400, WHEN, { at: WHEN })
    // Nobody is there at that time to be asked.
    const question = await askedFirst(posted, 'scheduled', () => foundBeforePublishing(call))
    return question ?? { notice: (await call(scheduleDraft, { body: { at } })).message }
  }),
  takeBack: pageForm({}, async ({ call }) => ({ notice: (await call(scheduleDraft, { body: { at: null } })).message })),
  preview: pageForm({}, async ({ request }) => beginPreview(request, '/')),
  endPreview: pageForm({}, async ({ request }) => endPreview(request, adminPaths.draft)),
}

export type DraftFormName = keyof typeof draftForms
