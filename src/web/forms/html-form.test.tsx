import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { FormAnswer } from './form-action.ts'
import { type FormFieldSpec, hiddenFieldSpec } from './form-field.tsx'
import { ErrorSummary } from './form-messages.tsx'
import { HtmlForm, HtmlFormFields } from './html-form.tsx'

const fields: Record<string, FormFieldSpec> = {
  email: { type: 'email', label: 'Email', help: 'Where we answer.' },
  password: { type: 'password', label: 'Password', autoComplete: 'new-password' },
  note: hiddenFieldSpec,
}
const answer: FormAnswer = {
  form: 'second',
  error: 'Two fields need your attention.',
  fields: { password: 'Minimum 6 Characters', email: 'Provide a Valid Email', token: 'This link is old.' },
  values: { email: 'jo"', password: 'never there', note: '' },
}

function form(name: string, initial?: Record<string, string>) {
  return renderToStaticMarkup(
    <HtmlForm name={name} fields={fields} answer={answer} initialValues={initial} busyLabel="Sending…">
      <HtmlFormFields />
    </HtmlForm>,
  )
}

test('shows a refused field with its error and typed value, and describes it by help and error', () => {
  const html = form('second')
  expect(html).toContain('<input type="hidden" name="_form" value="second"/>')
  expect(html).toContain('<label for="second-email">Email</label>')
  const email = /<input id="second-email"[^>]*>/.exec(html)?.[0]
  for (const part of [
    'value="jo&quot;"',
    'aria-invalid="true"',
    'aria-describedby="second-email-help second-email-error"',
    'name="email"',
  ])
    expect(email).toContain(part)
  expect(html).toMatch(/<p id="second-email-error" class="field-error">.*Provide a Valid Email<\/p>/)
  expect(html).not.toContain('never there')
})

test('leaves the other forms of the page unchanged, and uses plain ids on a page with one form', () => {
  const html = form('first', { email: 'as it was', note: 'signed' })
  expect(html).not.toContain('aria-invalid')
  for (const part of ['value="as it was"', '<input type="hidden" name="note" value="signed"/>']) expect(html).toContain(part)
  expect(form('')).toContain('<input id="email"')
  expect(form('')).not.toContain('name="_form"')
})

test('restores the initial value of a hidden field that came back empty', () => {
  expect(form('second', { note: 'signed' })).toContain('<input type="hidden" name="note" value="signed"/>')
})

test('shows the current value of a read-only field, whatever value came back', () => {
  const readOnlyFields: Record<string, FormFieldSpec> = { email: { type: 'email', label: 'Email', readOnly: true } }
  const html = renderToStaticMarkup(
    <HtmlForm name="second" fields={readOnlyFields} answer={answer} initialValues={{ email: 'now@example.com' }}>
      <HtmlFormFields />
    </HtmlForm>,
  )
  expect(html).toMatch(/<input id="second-email"[^>]*readOnly=""[^>]*value="now@example.com"/i)
})

test('sends the form id, and a refused form sends the same id again', () => {
  const renderForm = (refused?: FormAnswer) =>
    renderToStaticMarkup(
      <HtmlForm name="second" answer={refused} formId="new">
        x
      </HtmlForm>,
    )
  expect(renderForm()).toContain('<input type="hidden" name="_once" value="new"/>')
  expect(renderForm({ ...answer, formId: 'old' })).toContain('<input type="hidden" name="_once" value="old"/>')
  expect(renderForm({ ...answer, error: undefined, notice: 'Done', formId: 'old' })).toContain('value="new"')
  expect(form('second')).not.toContain('_once')
})

test('marks a form for the script with its busy label, unless the browser sends it', () => {
  expect(form('second')).toContain('noValidate="" data-busy="Sending…" data-send="true" method="post"')
  expect(renderToStaticMarkup(<HtmlForm isNativeSubmit>x</HtmlForm>)).not.toContain('data-send')
})

test('links the error summary to each field in form order, and lists other errors as text', () => {
  const summary = renderToStaticMarkup(<ErrorSummary answer={answer} names={['email', 'password']} />)
  expect(summary.match(/<p>.*?<\/p>/g)).toEqual([
    '<p><a href="#second-email">Provide a Valid Email</a></p>',
    '<p><a href="#second-password">Minimum 6 Characters</a></p>',
    '<p>This link is old.</p>',
  ])
  expect(summary).toMatch(/role="alert" tabindex="-1" autofocus=""/i)
  const alone = renderToStaticMarkup(<ErrorSummary answer={{ ...answer, fields: {} }} names={['email']} />)
  expect(alone).toContain('<p>Two fields need your attention.</p>')
})
