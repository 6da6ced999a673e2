import type { Field } from '../../../contract/field.ts'
import type { RecordPage, Section } from '../../../contract/section.ts'
import { addBody, updateBody } from '../../../contract/section-schema.ts'
import type { ContentRecord, Values } from './values.ts'

export type NamedField = { name: string; field: Field }

/** A form as a section asks for it: what is filled in, what travels out of sight, what the call accepts. */
export type FormPlan = {
  shown: readonly NamedField[]
  carried: readonly NamedField[]
  saved: Values
  schema: ReturnType<typeof addBody>
}

export function addPlan(section: Section): FormPlan {
  const fields = fieldsOf(section).filter(({ field }) => !field.notOnAdd)
  return {
    shown: fields.filter(({ field }) => field.hidden !== 'always'),
    carried: fields.filter(({ field }) => field.hidden === 'always'),
    saved: Object.fromEntries(fields.map(({ name, field }) => [name, field.initial ?? ''])),
    schema: addBody(section),
  }
}

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
