import type * as z from 'zod/mini'
import type { FieldDeclaration } from '#contract/core/field.ts'
import {
  addUserRecordEndpoint,
  editableUserFields,
  type UserRecord,
  updateUserRecordEndpoint,
} from '#contract/people/user-role-records.ts'
import type { Values } from '../../forms/form-action.ts'
import type { EditorFormDefinition } from '../editor/form/editor-form-definition.ts'
import { definePasswordConfirmedForm } from '../forms/password-confirmation-field.tsx'

export const USER_FORM_NAME = 'user'

/** A new user's only field. The form adds the role `Admin`. */
export const addUserFormFields = { userEmail: editableUserFields.userEmail }

export const addUserForm = definePasswordConfirmedForm(addUserFormFields, async ({ call, values, key }) => {
  const { message, record } = await call(addUserRecordEndpoint, { body: { ...values, userRole: 'Admin' }, key })
  return { notice: message, values: toUserFormValues(record) }
})

export const updateUserForm = definePasswordConfirmedForm(editableUserFields, async ({ call, values, params }) => {
  const { message, record } = await call(updateUserRecordEndpoint, { params: { id: params.id ?? '' }, body: values })
  return { notice: message, values: toUserFormValues(record) }
})

/** Returns the definition of a form with these fields. Only the email is visible. */
export function buildUserFormDefinition(
  fields: Readonly<Record<string, FieldDeclaration>>,
  saved: Values,
  schema: z.ZodMiniType,
): EditorFormDefinition {
  return {
    visibleFields: Object.entries(fields).flatMap(([name, field]) => (name === 'userEmail' ? { name, field } : [])),
    savedValues: saved,
    schema: schema as EditorFormDefinition['schema'],
  }
}

export function toUserFormValues({ userEmail, userRole }: UserRecord): Values {
  return { userEmail, userRole }
}
