import { data } from 'react-router'
import type { Call } from '../../../contract/endpoint.ts'
import { CONFIRMATION, isRefusal, Refusal } from '../../../contract/refusal.ts'
import type { RecordOf, Section } from '../../../contract/section.ts'
import { endpointsOf } from '../../../contract/section-endpoints.ts'
import { confirmPassword } from '../../../contract/sessions.ts'
import { FORM_ID, keyOf } from '../../forms/submission.ts'
import type { Failed, Saved } from '../forms/outcome.ts'
import { recordOf, valuesIn } from './values.ts'

/**
 * Makes the add call, or the update call where there is an `id`. A refusal becomes an answer that keeps
 * what was typed; only a lost session is left to the guard, which leads through the login and back.
 */
export async function saveRecord(call: Call, section: Section, form: FormData, id?: string) {
  const values = valuesIn(form, section)
  const formId = form.get(FORM_ID)
  const { add, update } = endpointsOf(section)
  try {
    await confirm(call, form.get(CONFIRMATION))
    const reply =
      id !== undefined && update
        ? await call(update, { params: { id }, body: values })
        : await call(add, { body: values, key: keyOf(formId, values) })
    const record = recordOf(section, reply.record as unknown as RecordOf<Section>)
    return { form: section.kind, message: reply.message, values: record.values } satisfies Saved
  } catch (error) {
    if (!isRefusal(error) || error.status === 401) throw error
    const failed: Failed = {
      form: section.kind,
      error: error.message,
      fields: error.fields ?? {},
      values,
      ...(typeof formId === 'string' && { formId }),
    }
    // An unreachable server has no status; the router wants one to know that nothing changed.
    return data(failed, { status: error.status || 503 })
  }
}

/** Gives the password once more, where the form came back to ask for it. */
async function confirm(call: Call, password: FormDataEntryValue | null): Promise<void> {
  if (typeof password !== 'string' || password === '') return
  await call(confirmPassword, { body: { password } }).catch((error: unknown) => {
    if (!isRefusal(error) || error.status === 401) throw error
    throw new Refusal(error.status, error.message, { [CONFIRMATION]: error.fields?.password ?? error.message })
  })
}
