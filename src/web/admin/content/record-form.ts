import { oneRecord } from '../../../contract/content-records.ts'
import { emptyOf } from '../../../contract/field.ts'
import { CONFIRMATION } from '../../../contract/refusal.ts'
import type { RecordOf, RecordPage, Section } from '../../../contract/section.ts'
import { endpointsOf } from '../../../contract/section-endpoints.ts'
import { addBody, updateBody } from '../../../contract/section-schema.ts'
import { type PageForm, pageForm, type Values } from '../../forms/form-action.ts'
import { AS_DRAFT, isDraftShown } from '../drafts/address.ts'
import { confirm } from '../forms/confirmation.tsx'
import type { FormPlan, NamedField } from '../forms/use-editor-form.ts'
import { type ContentRecord, recordOf } from './content-record.ts'

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
  { values }: ContentRecord,
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
  }
}

/** Whether `others` have taken every choice of the field that no two records may agree in. */
export function isFull(section: Section, others: readonly ContentRecord[]): boolean {
  return fieldsOf(section, others).some(({ name, field }) => name === section.unique && field.choices?.length === 0)
}

/** The form of a record: makes the add call, or the update call where there is an `id`. */
export function recordForm(section: Section, id?: string): PageForm {
  const { add, update } = endpointsOf(section)
  return pageForm(section.fields, async ({ call, posted, key, request }) => {
    // The add call does without some of the fields; they were not asked for.
    const body = sentOf(section, posted)
    await confirm(call, posted[CONFIRMATION])
    const isOfDraft = isDraftShown(new URL(request.url).searchParams)
    const query = { draft: isOfDraft || posted[AS_DRAFT] === '1' }
    const reply =
      id !== undefined && update ? await call(update, { params: { id }, query, body }) : await call(add, { query, body, key })
    // A form of the live record goes on showing that.
    const isLaidAside = id !== undefined && query.draft && !isOfDraft
    const shown = isLaidAside ? await call(oneRecord, { params: { kind: section.kind, id } }) : reply.record
    const record = recordOf(section, shown as unknown as RecordOf<Section>)
    return { notice: reply.message, values: record.values }
  })
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
