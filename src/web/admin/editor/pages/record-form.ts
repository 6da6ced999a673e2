import { endpointsOf } from '../../../../contract/content/content-kind-endpoints.ts'
import { deleteRecord } from '../../../../contract/content/content-records.ts'
import { restoreVersion } from '../../../../contract/content/history.ts'
import type { ContentKind, RecordPage } from '../../../../contract/grammar/content-kind.ts'
import { addBody, updateBody } from '../../../../contract/grammar/content-kind-schema.ts'
import { checkOf, emptyOf } from '../../../../contract/grammar/field.ts'
import { CONFIRMATION } from '../../../../contract/grammar/refusal.ts'
import { type PageForm, pageForm, type Values } from '../../../forms/form-action.ts'
import { confirm } from '../../forms/confirmation.tsx'
import { isDraftShown } from '../../site-map.ts'
import { AS_DRAFT } from '../drafts/as-draft.tsx'
import { askedFirst, foundBeforeChange } from '../form/asked-first.ts'
import { seenIn, seenOf, VERSION } from '../form/seen.ts'
import type { FormPlan, NamedField } from '../form/use-editor-form.ts'
import type { ContentRecord } from '../records/content-record.ts'
import { type Saved, saveDrafted, savedOf, saveIntoDraft, saveLive } from './save-record.ts'

/** The form that adds a record: the fields that the add call does without are left out. */
export function addPlan(contentKind: ContentKind, others: readonly ContentRecord[] = []): FormPlan {
  const fields = fieldsOf(contentKind, others).filter(({ field }) => !field.notOnAdd)
  return {
    shown: fields,
    carried: [],
    saved: Object.fromEntries(fields.map(({ name, field }) => [name, emptyOf(field)])),
    schema: addBody(contentKind),
  }
}

/** The form that changes a record on one of its pages. */
export function updatePlan(
  contentKind: ContentKind,
  page: RecordPage,
  record: ContentRecord,
  others: readonly ContentRecord[] = [],
): FormPlan {
  const { values, sampleFields } = record
  const seen = seenOf(record)
  // A hidden value that the call would refuse is shown after all: else nobody could mend it.
  const isCarried = ({ name, field }: NamedField) =>
    (field.hidden !== undefined || page.hides?.includes(name) === true) && checkOf(field).safeParse(values[name]).success
  const fields = fieldsOf(contentKind, others)
  return {
    shown: fields.filter((one) => !isCarried(one)),
    carried: fields.filter(isCarried),
    saved: values,
    schema: updateBody(contentKind),
    ...(seen && { seen }),
    ...(sampleFields && { samples: sampleFields }),
  }
}

/** What a form sends to take its own save back: the version to restore, or the record that it added. */
const RESTORE = '_restore'
const REMOVE = '_remove'

/** The form of a record: makes the add call, or the update call where there is an `id`. Its saves can be taken back. */
export function recordForm(contentKind: ContentKind, id?: string): PageForm {
  const { add, update } = endpointsOf(contentKind)
  return pageForm(contentKind.fields, async ({ call, posted, key, request }) => {
    const { kind } = contentKind
    const [restored, removed] = [posted[RESTORE], posted[REMOVE]]
    const seen = seenIn(posted)
    if (removed !== undefined) return { notice: (await call(deleteRecord, { params: { kind, id: removed } })).message }
    if (restored !== undefined && id !== undefined) {
      const body = { version: Number(restored), ...seen }
      return savedAnswer(savedOf(contentKind, await call(restoreVersion, { params: { kind, id }, body })))
    }
    await confirm(call, posted[CONFIRMATION])
    // The add call does without some of the fields; they were not asked for.
    const body = sentOf(contentKind, posted)
    const isOfDraft = isDraftShown(new URL(request.url).searchParams)
    const isForDraft = isOfDraft || posted[AS_DRAFT] === '1'
    const change = { ...(id !== undefined && { id }), values: body }
    const question = isForDraft
      ? undefined
      : await askedFirst(posted, 'saved', () => foundBeforeChange(call, contentKind, change))
    if (question) return question
    if (id === undefined || !update) {
      if (isForDraft) return { notice: (await call(add, { query: { draft: true }, body, key })).message }
      return savedAnswer(savedOf(contentKind, await call(add, { body, key })), ({ id }) => ({ [REMOVE]: id }))
    }
    const asked = { call, contentKind, update, id, body, seen }
    if (isOfDraft) return savedAnswer(await saveDrafted(asked))
    // The form of the live record goes on showing that.
    if (isForDraft) return saveIntoDraft(asked)
    return savedAnswer(await saveLive(asked), ({ version = 1 }) => ({
      [RESTORE]: String(version - 1),
      [VERSION]: String(version),
    }))
  })
}

function savedAnswer({ message, record }: Saved, undoOf?: (record: ContentRecord) => Values) {
  const seen = seenOf(record)
  const answer = { notice: message, values: record.values }
  return seen ? { ...answer, seen, ...(undoOf && { undo: undoOf(record) }) } : answer
}

function sentOf({ fields }: ContentKind, posted: Values): Values {
  return Object.fromEntries(Object.entries(posted).filter(([name]) => Object.hasOwn(fields, name)))
}

/** The fields; of the one that must be unique, only the choices that are free. */
function fieldsOf({ fields, unique }: ContentKind, others: readonly ContentRecord[]): NamedField[] {
  const isFree = (choice: string) => !others.some(({ values }) => unique && values[unique] === choice)
  return Object.entries(fields).map(([name, field]) => ({
    name,
    field: name === unique && field.choices ? { ...field, choices: field.choices.filter(isFree) } : field,
  }))
}
