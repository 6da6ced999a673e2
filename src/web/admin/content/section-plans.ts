import type { RecordPage, Section } from '../../../contract/section.ts'
import { addBody, updateBody } from '../../../contract/section-schema.ts'
import type { FormPlan, NamedField } from '../forms/form-plan.ts'
import type { ContentRecord } from './values.ts'

/** The form that adds a record: the fields that the add call does without are left out. */
export function addPlan(section: Section): FormPlan {
  const fields = fieldsOf(section).filter(({ field }) => !field.notOnAdd)
  return {
    shown: fields.filter(({ field }) => field.hidden !== 'always'),
    carried: fields.filter(({ field }) => field.hidden === 'always'),
    saved: Object.fromEntries(fields.map(({ name, field }) => [name, field.initial ?? ''])),
    schema: addBody(section),
  }
}

/** The form that changes a record on one of its pages. */
export function updatePlan(section: Section, page: RecordPage, { values }: ContentRecord): FormPlan {
  // A hidden value that the call would refuse is shown after all: else nobody could mend it.
  const isCarried = ({ name, field }: NamedField) =>
    (field.hidden !== undefined || page.hides?.includes(name) === true) && field.check.safeParse(values[name]).success
  const fields = fieldsOf(section)
  return {
    shown: fields.filter((one) => !isCarried(one)),
    carried: fields.filter(isCarried),
    saved: values,
    schema: updateBody(section),
  }
}

function fieldsOf(section: Section): NamedField[] {
  return Object.entries(section.fields).map(([name, field]) => ({ name, field }))
}
