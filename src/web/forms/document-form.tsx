import { createContext, type ReactNode, useContext } from 'react'
import { type FieldSpec, fieldId, TextField } from './field.tsx'
import { FORM_NAME, type FormAnswer, type Values } from './form-action.ts'
import { FORM_ID } from './submission.ts'

export type FieldSpecs = Readonly<Record<string, FieldSpec>>

type Shown = { name: string; fields: FieldSpecs; values: Values | undefined; errors: Values }

const ShownForm = createContext<Shown>({ name: '', fields: {}, values: undefined, errors: {} })

type Props = {
  /** Which of the page's forms it is, as its action knows it; left out where the page has one. */
  name?: string
  /** Where it is sent, if not to its own page. */
  action?: string
  fields?: FieldSpecs
  /** What the page's action answered, to whichever of its forms. */
  answer?: FormAnswer
  /** What stands in the fields before anything was sent. */
  initial?: Values
  /** Of this showing of a form that makes something, so that it is made once (decision 30); a refused one keeps its own. */
  formId?: string
  /** What its button says while it is on its way. */
  busy?: string
  /** The browser itself sends it: what comes back is another page, and nothing was typed that could be lost. */
  isPlain?: boolean
  encType?: 'multipart/form-data'
  className?: string
  children: ReactNode
}

/** A form of a document: a real form that works without script; `enhance/forms.ts` sends it from where it is. */
export function DocumentForm({ name = '', action, fields = {}, answer, initial, formId, busy, isPlain, ...form }: Props) {
  const { children, ...attributes } = form
  const own = answer?.form === name ? answer : undefined
  const showing = (own?.error !== undefined && own.formId) || formId
  const values = own ? { ...own.values, ...knownOf(fields, initial) } : initial
  return (
    <form {...attributes} method="post" action={action} noValidate data-busy={busy} data-send={!isPlain || undefined}>
      {name && <input type="hidden" name={FORM_NAME} value={name} />}
      {showing && <input type="hidden" name={FORM_ID} value={showing} />}
      <ShownForm value={{ name, fields, values, errors: own?.fields ?? {} }}>
        {Object.keys(fields)
          .filter((field) => fields[field]?.type === 'hidden')
          .map((field) => (
            // Nobody's to clear: one that came back empty is what it was at first.
            <input key={field} type="hidden" name={field} value={own?.values[field] || initial?.[field]} />
          ))}
        {children}
      </ShownForm>
    </form>
  )
}

/** One of the form's fields, where the form puts it. */
export function FormField({ name }: { name: string }) {
  const { name: form, fields, values, errors } = useContext(ShownForm)
  const spec = fields[name]
  if (!spec) throw new Error(`The form has no field ${name}`)
  return <TextField {...spec} id={fieldId(form, name)} name={name} value={values?.[name]} error={errors[name]} />
}

/** All of the form's fields, one after the other. */
export function FormFields() {
  const { fields } = useContext(ShownForm)
  return namesShown(fields).map((name) => <FormField key={name} name={name} />)
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
export function namesShown(fields: FieldSpecs): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.type !== 'hidden')
}

/** What is not typed here is what it is now, whatever came back: a price that has changed meanwhile, for example. */
function knownOf(fields: FieldSpecs, initial: Values = {}): Values {
  return Object.fromEntries(Object.entries(initial).filter(([name]) => fields[name]?.readOnly))
}
