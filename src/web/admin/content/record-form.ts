import { deleteRecord } from '../../../contract/content-records.ts'
import { emptyOf } from '../../../contract/field.ts'
import { restoreVersion } from '../../../contract/history.ts'
import { CONFIRMATION } from '../../../contract/refusal.ts'
import type { RecordOf, RecordPage, Section } from '../../../contract/section.ts'
import { endpointsOf } from '../../../contract/section-endpoints.ts'
import { addBody, updateBody } from '../../../contract/section-schema.ts'
import { type PageForm, pageForm, type Values } from '../../forms/form-action.ts'
import { ANYWAY, foundBeforeSaving, questionOf } from '../checks/asked-first.ts'
import { AS_DRAFT, isDraftShown } from '../drafts/address.ts'
import { confirm } from '../forms/confirmation.tsx'
import { type FormPlan, type NamedField, VERSION } from '../forms/use-editor-form.ts'
import { type ContentRecord, readRecord, recordOf } from './content-record.ts'

/** The form that adds a record: the fields that the add call does without are left out. */
export function addPlan(section: Section, others: readonly ContentRecord[] = []): FormPlan {
  const fields = fieldsOf(section, others).filter(({ field }) => !field.notOnAdd)
  return {
    shown: fields.filter(({ field }) => field.hidden !== 'always'),
    carried: fields.filter(({ field }) => field.hidden === 'always'),
    saved: Object.fromEntries(fields.map(({ name, field }) => [name, emptyOf(field)])),
    schema: addBody(section),
  }
}

/** The form that changes a record on one of its pages. */
export function updatePlan(
  section: Section,
  page: RecordPage,
  { values, version, sampleFields }: ContentRecord,
  others: readonly ContentRecord[] = [],
): FormPlan {
  // A hidden value that the call would refuse is shown after all: else nobody could mend it.
  const isCarried = ({ name, field }: NamedField) =>
    (field.hidden !== undefined || page.hides?.includes(name) === true) && field.check.safeParse(values[name]).success
  const fields = fieldsOf(section, others)
  return {
    shown: fields.filter((one) => !isCarried(one)),
    carried: fields.filter(isCarried),
    saved: values,
    schema: updateBody(section),
    ...(version !== undefined && { version: String(version) }),
    ...(sampleFields && { samples: sampleFields }),
  }
}

/** What a form sends to take its own save back: the version to restore, or the record that it added. */
const RESTORE = '_restore'
const REMOVE = '_remove'

/** The form of a record: makes the add call, or the update call where there is an `id`. Its saves can be taken back. */
export function recordForm(section: Section, id?: string): PageForm {
  const { add, update } = endpointsOf(section)
  return pageForm(section.fields, async ({ call, posted, key, request }) => {
    const { kind } = section
    const [restored, removed] = [posted[RESTORE], posted[REMOVE]]
    const seen = posted[VERSION] !== undefined && { [VERSION]: posted[VERSION] }
    if (removed !== undefined) return { notice: (await call(deleteRecord, { params: { kind, id: removed } })).message }
    if (restored !== undefined && id !== undefined) {
      const body = { version: Number(restored), ...seen }
      return savedAnswer(section, await call(restoreVersion, { params: { kind, id }, body }))
    }
    await confirm(call, posted[CONFIRMATION])
    // The add call does without some of the fields; they were not asked for.
    const body = sentOf(section, posted)
    const isOfDraft = isDraftShown(new URL(request.url).searchParams)
    if (isOfDraft || posted[AS_DRAFT] === '1') {
      const query = { draft: true }
      if (id === undefined || !update) return { notice: (await call(add, { query, body, key })).message }
      const { message } = await call(update, { params: { id }, query, body })
      // A form of the live record goes on showing that.
      return { notice: message, values: (await readRecord(call, section, id, isOfDraft)).values }
    }
    if (posted[ANYWAY] !== '1') {
      const findings = await foundBeforeSaving(call, section, { id, values: body })
      if (findings.length > 0) return { error: questionOf(findings), findings }
    }
    if (id === undefined || !update) return savedAnswer(section, await call(add, { body, key }), ({ id }) => ({ [REMOVE]: id }))
    const reply = await call(update, { params: { id }, body: { ...body, ...seen } })
    return savedAnswer(section, reply, ({ version = 1 }) => ({ [RESTORE]: String(version - 1), [VERSION]: String(version) }))
  })
}

/** Kinds without versions, such as users, have no way back. */
function savedAnswer(section: Section, reply: { message: string; record: unknown }, undoOf?: (record: ContentRecord) => Values) {
  const record = recordOf(section, reply.record as RecordOf<Section>)
  const { values, version } = record
  const answer = { notice: reply.message, values }
  if (version === undefined) return answer
  return { ...answer, version: String(version), ...(undoOf && { undo: undoOf(record) }) }
}

function sentOf({ fields }: Section, posted: Values): Values {
  return Object.fromEntries(Object.entries(posted).filter(([name]) => Object.hasOwn(fields, name)))
}

/** The fields; of the one that must be unique, only the choices that are free. */
function fieldsOf({ fields, unique }: Section, others: readonly ContentRecord[]): NamedField[] {
  const isFree = (choice: string) => !others.some(({ values }) => unique && values[unique] === choice)
  return Object.entries(fields).map(([name, field]) => ({
    name,
    field: name === unique && field.choices ? { ...field, choices: field.choices.filter(isFree) } : field,
  }))
}
