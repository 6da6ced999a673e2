import { createContext, type ReactNode, useContext } from 'react'
import { FORM_NAME_FIELD, type FormAnswer, type Values } from './form-action.ts'
import { type FieldSpec, fieldId, TextField } from './form-field.tsx'
import { FORM_ID_FIELD } from './form-id.ts'

export type FieldSpecs = Readonly<Record<string, FieldSpec>>

type FormContextValue = { name: string; fields: FieldSpecs; values: Values | undefined; errors: Values }

const FormContext = createContext<FormContextValue>({ name: '', fields: {}, values: undefined, errors: {} })

type Props = {
  /** Which of the page's forms it is, as its action knows it; left out where the page has one. */
  name?: string
  /** Where it is sent, if not to its own page. */
  action?: string
  fields?: FieldSpecs
  /** What the page's action answered, to whichever of its forms. */
  answer?: FormAnswer
  /** What stands in the fields before anything was sent. */
  initialValues?: Values
  /** Of this showing of a form that makes something, so that it is made once (decision 30); a refused one keeps its own. */
  formId?: string
  /** What its button says while it is on its way. */
  busyLabel?: string
  /** The browser itself sends it: what comes back is another page, and nothing was typed that could be lost. */
  isNativeSubmit?: boolean
  encType?: 'multipart/form-data'
  className?: string
  children: ReactNode
}

/** A form of a document: a real form that works without script; `enhance/enhance-forms.ts` sends it from where it is. */
export function HtmlForm({
  name = '',
  action,
  fields = {},
  answer,
  initialValues,
  formId,
  busyLabel,
  isNativeSubmit,
  ...form
}: Props) {
  const { children, ...attributes } = form
  const ownAnswer = answer?.form === name ? answer : undefined
  const currentFormId = (ownAnswer?.error !== undefined && ownAnswer.formId) || formId
  const values = ownAnswer ? { ...ownAnswer.values, ...pickReadOnlyValues(fields, initialValues) } : initialValues
  return (
    <form {...attributes} method="post" action={action} noValidate data-busy={busyLabel} data-send={!isNativeSubmit || undefined}>
      {name && <input type="hidden" name={FORM_NAME_FIELD} value={name} />}
      {currentFormId && <input type="hidden" name={FORM_ID_FIELD} value={currentFormId} />}
      <FormContext value={{ name, fields, values, errors: ownAnswer?.fields ?? {} }}>
        {Object.keys(fields)
          .filter((field) => fields[field]?.type === 'hidden')
          .map((field) => (
            // Nobody's to clear: one that came back empty is what it was at first.
            <input key={field} type="hidden" name={field} value={ownAnswer?.values[field] || initialValues?.[field]} />
          ))}
        {children}
      </FormContext>
    </form>
  )
}

/** One of the form's fields, where the form puts it. */
export function FormField({ name }: { name: string }) {
  const { name: form, fields, values, errors } = useContext(FormContext)
  const spec = fields[name]
  if (!spec) throw new Error(`The form has no field ${name}`)
  return <TextField {...spec} id={fieldId(form, name)} name={name} value={values?.[name]} error={errors[name]} />
}

/** All of the form's fields, one after the other. */
export function FormFields() {
  const { fields } = useContext(FormContext)
  return getVisibleFieldNames(fields).map((name) => <FormField key={name} name={name} />)
}

/** A field that people neither see nor reach; a program that fills in all it finds gives itself away. */
export function Honeypot() {
  return (
    <label className="unseen" aria-hidden="true">
      Leave this empty
      <input name="website" tabIndex={-1} autoComplete="off" />
    </label>
  )
}

/** The fields of a form that are not out of sight. */
export function getVisibleFieldNames(fields: FieldSpecs): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.type !== 'hidden')
}

/** What is not typed here is what it is now, whatever came back: a price that has changed meanwhile, for example. */
function pickReadOnlyValues(fields: FieldSpecs, initialValues: Values = {}): Values {
  return Object.fromEntries(Object.entries(initialValues).filter(([name]) => fields[name]?.readOnly))
}
