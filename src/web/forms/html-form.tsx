import { createContext, type ReactNode, useContext } from 'react'
import { AccountField, useFormAction } from './form-account.tsx'
import { FORM_NAME_FIELD, type FormAnswer, type Values } from './form-action.ts'
import { buildFieldId, type FormFieldSpec, LabeledInput } from './form-field.tsx'
import { FORM_RENDERING_ID_FIELD } from './form-idempotency-key.ts'

export type FormFieldSpecsByName = Readonly<Record<string, FormFieldSpec>>

type FormContextValue = { name: string; fields: FormFieldSpecsByName; values: Values | undefined; errors: Values }

const FormContext = createContext<FormContextValue>({ name: '', fields: {}, values: undefined, errors: {} })

type Props = {
  /** The form's name in the page's action; left out if the page has one form. */
  name?: string
  /** The path to post to, if not the form's own page. */
  action?: string
  fields?: FormFieldSpecsByName
  /** The page's answer to any of its forms. */
  answer?: FormAnswer
  /** The values before the first submission. */
  initialValues?: Values
  /** The form id for the idempotency key (decision 30). A refused form keeps its own. */
  formId?: string
  /** Names the text that the browser keeps until it is sent, within the page. */
  keptAs?: string
  /** The button's label while the form is being sent. */
  busyLabel?: string
  /** Lets the browser submit the form: the reply is another page, and no typed text can be lost. */
  isNativeSubmit?: boolean
  encType?: 'multipart/form-data'
  className?: string
  children: ReactNode
}

/** Renders a form that works without JavaScript. `enhance/enhance-forms.ts` sends it without leaving the page. */
export function HtmlForm({
  name = '',
  action,
  fields = {},
  answer,
  initialValues,
  formId,
  keptAs,
  busyLabel,
  isNativeSubmit,
  ...form
}: Props) {
  const { children, ...attributes } = form
  const ownAnswer = answer?.form === name ? answer : undefined
  const currentFormId = (ownAnswer?.error !== undefined && ownAnswer.formId) || formId
  const values = ownAnswer ? { ...ownAnswer.values, ...pickReadOnlyValues(fields, initialValues) } : initialValues
  return (
    <form
      {...attributes}
      method="post"
      action={useFormAction(action, form.encType !== undefined)}
      noValidate
      data-busy={busyLabel}
      data-keep={keptAs}
      data-send={!isNativeSubmit || undefined}
    >
      <AccountField />
      {name && <input type="hidden" name={FORM_NAME_FIELD} value={name} />}
      {currentFormId && <input type="hidden" name={FORM_RENDERING_ID_FIELD} value={currentFormId} />}
      <FormContext value={{ name, fields, values, errors: ownAnswer?.fields ?? {} }}>
        {Object.keys(fields)
          .filter((field) => fields[field]?.type === 'hidden')
          .map((field) => (
            // People can't clear a hidden field: an empty value means the initial one.
            <input key={field} type="hidden" name={field} value={ownAnswer?.values[field] || initialValues?.[field]} />
          ))}
        {children}
      </FormContext>
    </form>
  )
}

export function HtmlFormField({ name }: { name: string }) {
  const { name: form, fields, values, errors } = useContext(FormContext)
  const spec = fields[name]
  if (!spec) throw new Error(`The form has no field ${name}`)
  return <LabeledInput {...spec} id={buildFieldId(form, name)} name={name} value={values?.[name]} error={errors[name]} />
}

export function HtmlFormFields() {
  const { fields } = useContext(FormContext)
  return listNonHiddenFieldNames(fields).map((name) => <HtmlFormField key={name} name={name} />)
}

/**
 * Renders a field that people can't see or reach. Programs that fill in every field reveal themselves. Browsers may fill in a
 * text field, but a checkbox has no autofill (HTML, "autocomplete").
 */
export function Honeypot({ type }: { type?: 'checkbox' }) {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label>
        Leave this empty
        <input name="website" type={type} tabIndex={-1} autoComplete={type ? undefined : 'off'} />
      </label>
    </div>
  )
}

export function listNonHiddenFieldNames(fields: FormFieldSpecsByName): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.type !== 'hidden')
}

/** Returns the current values of read-only fields: a price, for example, may have changed since the form was sent. */
function pickReadOnlyValues(fields: FormFieldSpecsByName, initialValues: Values = {}): Values {
  return Object.fromEntries(Object.entries(initialValues).filter(([name]) => fields[name]?.readOnly))
}
