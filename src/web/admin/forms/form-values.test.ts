import { expect, test } from 'vitest'
import type { Values } from '../../forms/form-action.ts'
import { createFormValues, differing } from './form-values.ts'

const saved = { heading: 'Old', note: '' }
const check = (values: Values) => (values.heading === '' ? { faults: { heading: 'Fill in the heading.' } } : { sent: values })
const formOf = (initial: Values = saved) => createFormValues({ saved, initial, check })
const inputWith = (value: string) => ({ value }) as HTMLInputElement
const tied = (form: ReturnType<typeof formOf>, name: string, value: string) => {
  const input = inputWith(value)
  form.bind(name).ref(input)
  return input
}

test('what differs from the saved values is edited, until it is typed back or reset', () => {
  const form = formOf()
  form.bind('heading').onChange({ target: inputWith('New') })
  expect([form.values(), form.state().edited]).toEqual([{ heading: 'New', note: '' }, ['heading']])
  form.bind('heading').onChange({ target: inputWith('Old') })
  expect(form.state().edited).toEqual([])
  form.set({ note: 'More' })
  form.reset({ heading: 'Newer', note: '' })
  expect([form.values(), form.state().edited]).toEqual([{ heading: 'Newer', note: '' }, []])
})

test('a value from elsewhere is written into its input', () => {
  const form = formOf()
  const input = tied(form, 'heading', 'Old')
  form.set({ heading: 'Restored' })
  expect(input.value).toBe('Restored')
  form.reset()
  expect(input.value).toBe('Old')
})

test('text that was typed before the page was live counts, and white space that a browser normalizes does not', () => {
  const form = formOf({ heading: 'Two\r\nlines', note: '' })
  tied(form, 'heading', 'Two\nlines')
  tied(form, 'note', 'Typed early')
  expect(form.values()).toEqual({ heading: 'Two\r\nlines', note: 'Typed early' })
})

test('a field is checked while it is typed only after a try to save, or while it has an error', () => {
  const form = formOf()
  form.set({ heading: '' })
  expect(form.state().errors).toEqual({})
  expect(form.check()).toEqual({ faults: { heading: 'Fill in the heading.' } })
  form.set({ heading: 'New' })
  expect(form.state().errors).toEqual({})
  form.reset()
  form.showErrors({ note: 'Taken.' })
  form.set({ heading: '' })
  expect(form.state().errors).toEqual({ note: 'Taken.' })
  form.set({ note: 'Free' })
  expect(form.state().errors).toEqual({})
})

test('subscribers hear of each change, and the state stays the same object while nothing of it changes', () => {
  const form = formOf()
  let count = 0
  const unsubscribe = form.subscribe(() => count++)
  form.set({ heading: 'N' })
  const before = form.state()
  form.set({ heading: 'Ne' })
  expect([count, form.state() === before]).toEqual([2, true])
  unsubscribe()
  form.set({ heading: 'New' })
  expect(count).toBe(2)
})

test('values of unknown fields never differ', () => {
  expect(differing({ heading: 'Old' }, { heading: 'Old', other: 'x' })).toEqual({})
})
