import { expect, test } from 'vitest'
import type { Values } from '../../forms/form-action.ts'
import { createFormValuesStore, pickChangedValues } from './form-values-store.ts'

const saved = { heading: 'Old', note: '' }
const validate = (values: Values) =>
  values.heading === '' ? { fieldErrors: { heading: 'Fill in the heading.' } } : { body: values }
const createForm = (savedValues: Values = saved) => createFormValuesStore({ saved: savedValues, validate })
const createInput = (value: string) => ({ value }) as HTMLInputElement
const registerInput = (form: ReturnType<typeof createForm>, name: string, value: string) => {
  const input = createInput(value)
  form.getInputProps(name).ref(input)
  return input
}

test('counts a field as edited until the admin retypes its saved value or resets the form', () => {
  const form = createForm()
  form.getInputProps('heading').onChange({ target: createInput('New') })
  expect([form.values(), form.state().edited]).toEqual([{ heading: 'New', note: '' }, ['heading']])
  form.getInputProps('heading').onChange({ target: createInput('Old') })
  expect(form.state().edited).toEqual([])
  form.setValues({ note: 'More' })
  form.reset({ heading: 'Newer', note: '' })
  expect([form.values(), form.state().edited]).toEqual([{ heading: 'Newer', note: '' }, []])
})

test('writes a value that is set in code into its input', () => {
  const form = createForm()
  const input = registerInput(form, 'heading', 'Old')
  form.setValues({ heading: 'Restored' })
  expect(input.value).toBe('Restored')
  form.reset()
  expect(input.value).toBe('Old')
})

test('keeps text that was typed before hydration and ignores white space that a browser normalizes', () => {
  const form = createForm({ heading: 'Two\r\nlines', note: '' })
  registerInput(form, 'heading', 'Two\nlines')
  registerInput(form, 'note', 'Typed early')
  expect(form.values()).toEqual({ heading: 'Two\r\nlines', note: 'Typed early' })
})

test('checks a field on typing only after a save attempt or while it has an error', () => {
  const form = createForm()
  form.setValues({ heading: '' })
  expect(form.state().errors).toEqual({})
  expect(form.validate()).toBeUndefined()
  expect(form.state().errors).toEqual({ heading: 'Fill in the heading.' })
  form.setValues({ heading: 'New' })
  expect(form.state().errors).toEqual({})
  form.reset()
  form.showProblem('Not saved.', { note: 'Taken.' })
  form.setValues({ heading: '' })
  expect(form.state().errors).toEqual({ note: 'Taken.' })
  form.setValues({ note: 'Free' })
  expect(form.state().errors).toEqual({})
})

test('shows a problem until its fields are corrected, and a problem without fields until the next save', () => {
  const form = createForm({ heading: '', note: '' })
  form.validate()
  expect(form.state().problem?.message).toBe('Not saved: one field needs your attention.')
  form.setValues({ heading: 'New' })
  expect(form.state().problem).toBeUndefined()
  form.showProblem('The server is busy.', {})
  form.setValues({ heading: 'Newer' })
  expect(form.state().problem?.message).toBe('The server is busy.')
  const first = form.state().problem
  form.showProblem('The server is busy.', {})
  expect(form.state().problem).not.toBe(first)
  form.reset()
  expect(form.state().problem).toBeUndefined()
})

test('notifies subscribers of each change and keeps the state object while the state is equal', () => {
  const form = createForm()
  let count = 0
  const unsubscribe = form.subscribe(() => count++)
  form.setValues({ heading: 'N' })
  const before = form.state()
  form.setValues({ heading: 'Ne' })
  expect([count, form.state() === before]).toEqual([2, true])
  unsubscribe()
  form.setValues({ heading: 'New' })
  expect(count).toBe(2)
})

test('ignores values of unknown fields', () => {
  expect(pickChangedValues({ heading: 'Old' }, { heading: 'Old', other: 'x' })).toEqual({})
})
