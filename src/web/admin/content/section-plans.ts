import type { RecordPage, Section } from '../../../contract/section.ts'
import { addBody, updateBody } from '../../../contract/section-schema.ts'
import type { FormPlan, NamedField } from '../forms/use-editor-form.ts'
import type { ContentRecord } from './values.ts'

/** The form that adds a record: the fields that the add call does without are left out. */
export function addPlan(section: Section, others: readonly ContentRecord[] = []): FormPlan {
  const fields = fieldsOf(section, others).filter(({ field }) => !field.notOnAdd)
  return {
    shown: fields.filter(({ field }) => field.hidden !== 'always'),
    carried: fields.filter(({ field }) => field.hidden === 'always'),
    saved: Object.fromEntries(fields.map(({ name, field }) => [name, field.initial ?? ''])),
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

/** The fields; of the one that must be unique, only the choices that are free. */
function fieldsOf({ fields, unique }: Section, others: readonly ContentRecord[]): NamedField[] {
  const isFree = (choice: string) => !others.some(({ values }) => unique && values[unique] === choice)
  return Object.entries(fields).map(([name, field]) => ({
    name,
    field: name === unique && field.choices ? { ...field, choices: field.choices.filter(isFree) } : field,
  }))
}
