import { type AccessState, setAccessStateEndpoint } from '#contract/work/access.ts'
import { defineForm } from './forms/form-action.ts'
import { hiddenFieldSpec } from './forms/form-field.tsx'

export const ACCESS_FORM_NAME = 'access'

/** Says how far an access is. The call refuses an unknown state. */
export const accessForm = defineForm(
  { accessId: hiddenFieldSpec, state: hiddenFieldSpec },
  async ({ call, values: { accessId, state } }) =>
    call(setAccessStateEndpoint, { params: { id: accessId }, body: { state: state as AccessState } }),
)
