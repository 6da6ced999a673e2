import type { Field } from '../../../contract/field.ts'
import type { addBody } from '../../../contract/section-schema.ts'
import type { Values } from './outcome.ts'

export type NamedField = { name: string; field: Field }

/** A form: what is filled in, what travels out of sight, what it starts from, what its call accepts. */
export type FormPlan = {
  shown: readonly NamedField[]
  carried: readonly NamedField[]
  saved: Values
  schema: ReturnType<typeof addBody>
}
