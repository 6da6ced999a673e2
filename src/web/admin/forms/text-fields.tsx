import { useState } from 'react'
import { CONFIRMATION } from '../../../contract/grammar/refusal.ts'
import type { FieldSpecs } from '../../forms/document-form.tsx'
import { type FieldSpec, fieldId, TextField } from '../../forms/field.tsx'
import type { FormAnswer } from '../../forms/form-action.ts'
import { Confirmation } from './confirmation.tsx'
import { lastAnswer, type Saving } from './saving.tsx'

type Props = {
  saving: Saving
  fields: FieldSpecs
  /** What the ids begin with, where the page has the form more than once. */
  form?: string
}

/** The visible fields of a `SavingForm`, and the password where the last answer asked for it. */
export function TextFields({ saving, fields, form = saving.form }: Props) {
  const last = lastAnswer(saving)
  return (
    <>
      {Object.entries(fields)
        .filter(([, { type }]) => type !== 'hidden')
        .map(([name, spec]) => (
          <OneField key={name} spec={spec} id={fieldId(form, name)} name={name} last={last} />
        ))}
      <Confirmation form={form} saving={saving} error={last?.fields[CONFIRMATION]} />
    </>
  )
}

type OneProps = { spec: FieldSpec; id: string; name: string; last: FormAnswer | undefined }

/** Its sentence goes as soon as somebody types. */
function OneField({ spec, id, name, last }: OneProps) {
  const [mended, setMended] = useState<FormAnswer>()
  return (
    <div onInput={() => setMended(last)}>
      <TextField
        {...spec}
        id={id}
        name={name}
        value={last?.values[name]}
        error={last === mended ? undefined : last?.fields[name]}
      />
    </div>
  )
}
