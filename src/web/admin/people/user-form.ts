import type * as z from 'zod/mini'
import type { Field } from '../../../contract/grammar/field.ts'
import { CONFIRMATION } from '../../../contract/grammar/refusal.ts'
import { addUser, type UserRecord, updateUser, userFields } from '../../../contract/people/user.ts'
import { pageForm, type Values } from '../../forms/form-action.ts'
import type { FormPlan } from '../editor/form/use-editor-form.ts'
import { confirm } from '../forms/confirmation.tsx'

export const USER_FORM = 'user'

/** A new user is an admin, which the call sets without being told. */
export const addedFields = { userEmail: userFields.userEmail }

export const addUserForm = pageForm(addedFields, async ({ call, values, posted, key }) => {
  await confirm(call, posted[CONFIRMATION])
  const { message, record } = await call(addUser, { body: { ...values, userRole: 'Admin' }, key })
  return { notice: message, values: valuesOf(record) }
})

export const updateUserForm = pageForm(userFields, async ({ call, values, posted, params }) => {
  await confirm(call, posted[CONFIRMATION])
  const { message, record } = await call(updateUser, { params: { id: params.id ?? '' }, body: values })
  return { notice: message, values: valuesOf(record) }
})

/** The plan of a form with these fields. The role travels out of sight. */
export function userPlan(fields: Readonly<Record<string, Field>>, saved: Values, schema: z.ZodMiniType): FormPlan {
  const named = Object.entries(fields).map(([name, field]) => ({ name, field }))
  return {
    shown: named.filter(({ name }) => name === 'userEmail'),
    carried: named.filter(({ name }) => name !== 'userEmail'),
    saved,
    schema: schema as FormPlan['schema'],
  }
}

export function valuesOf({ userEmail, userRole }: UserRecord): Values {
  return { userEmail, userRole }
}
