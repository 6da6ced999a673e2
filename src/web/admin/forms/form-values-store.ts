import { useSyncExternalStore } from 'react'
import type { Values } from '../../forms/form-action.ts'

/** Checks the values of a form. Returns the body of the call, or an error sentence for each invalid field. */
export type CheckFormValuesFunction = (values: Values) => { body: Values } | { fieldErrors: Values }

/**
 * `edited` holds field names. `errors` holds a sentence for each invalid field. `problem` is the error of the whole form. One
 * about fields ends when they are corrected.
 */
type FormValuesStoreState = { edited: readonly string[]; errors: Values; problem?: Problem | undefined }

type Problem = { message: string; isAboutFields: boolean }

export type FormValuesStore = ReturnType<typeof createFormValuesStore>

type Options = { saved: Values; validate: CheckFormValuesFunction }

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Holds the typed and the saved values of a form. The inputs are uncontrolled, so an admin can type before hydration. The
 * store writes a value into its input only if code sets it.
 */
export function createFormValuesStore({ saved: initial, validate }: Options) {
  let saved = initial
  let values = initial
  let state = INITIAL_STATE
  /** True after the first save attempt; then each change is checked. */
  let isValidating = false
  const inputs = new Map<string, Input>()
  const listeners = new Set<() => void>()

  function updateState(errors: Values, newProblem = state.problem): void {
    const edited = Object.keys(pickChangedValues(saved, values))
    const isFixed = newProblem?.isAboutFields && Object.keys(errors).length === 0
    const problem = isFixed ? undefined : newProblem
    const isSame = state.problem === problem && JSON.stringify([state.edited, state.errors]) === JSON.stringify([edited, errors])
    if (!isSame) state = { edited, errors, problem }
    for (const listener of listeners) listener()
  }

  function showProblem(message: string, errors: Values): void {
    updateState({ ...state.errors, ...errors }, { message, isAboutFields: Object.keys(errors).length > 0 })
  }

  /** Returns the errors after the fields in `names` have changed. */
  function revalidate(names: readonly string[]): Values {
    const checkedNames = names.filter((name) => isValidating || state.errors[name] !== undefined)
    if (checkedNames.length === 0) return state.errors
    const result = validate(values)
    const fieldErrors = 'fieldErrors' in result ? result.fieldErrors : {}
    const otherErrors = Object.entries(state.errors).filter(([name]) => !checkedNames.includes(name))
    return Object.fromEntries([...otherErrors, ...Object.entries(fieldErrors).filter(([name]) => checkedNames.includes(name))])
  }

  function writeInputs(): void {
    for (const [name, input] of inputs) if (input.value !== values[name]) input.value = values[name] ?? ''
  }

  /** Keeps text that was typed before hydration. Ignores white space, which browsers normalize. */
  function registerInput(name: string, input: Input | null): void {
    if (!input || inputs.get(name) === input) return
    const value = values[name] ?? ''
    const isFirst = !inputs.has(name)
    inputs.set(name, input)
    if (!isFirst) input.value = value
    else if (stripWhitespace(input.value) !== stripWhitespace(value)) values = { ...values, [name]: input.value }
  }

  return {
    /** The values of the inputs in the server's HTML. */
    initial: () => initial,
    values: () => values,
    saved: () => saved,
    state: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    getInputProps: (name: string) => ({
      name,
      ref: (input: Input | null) => registerInput(name, input),
      onChange: ({ target }: { target: Input }) => {
        values = { ...values, [name]: target.value }
        updateState(revalidate([name]))
      },
    }),

    setValues(changed: Values): void {
      values = { ...values, ...changed }
      writeInputs()
      updateState(revalidate(Object.keys(changed)))
    },

    /** Makes `next` the saved values, so that no field is edited. */
    reset(next: Values = saved): void {
      saved = next
      values = next
      isValidating = false
      writeInputs()
      state = INITIAL_STATE
      updateState({})
    },

    /** Shows why the last save failed. */
    showProblem,

    /** Checks all fields and shows their errors. Returns the body of the call, or undefined. */
    validate(): Values | undefined {
      isValidating = true
      const result = validate(values)
      const errors = 'fieldErrors' in result ? result.fieldErrors : {}
      updateState(errors)
      if ('body' in result) return result.body
      showProblem(formatErrorCount(Object.keys(errors).length), errors)
      return undefined
    },
  }
}

export function useFormValuesStoreState({ subscribe, state }: FormValuesStore): FormValuesStoreState {
  return useSyncExternalStore(subscribe, state, () => INITIAL_STATE)
}

const INITIAL_STATE: FormValuesStoreState = { edited: [], errors: {} }

export function useFormFieldValue({ subscribe, values, initial }: FormValuesStore, name: string): string {
  return useSyncExternalStore(
    subscribe,
    () => values()[name] ?? '',
    () => initial()[name] ?? '',
  )
}

export function useFormValues({ subscribe, values, initial }: FormValuesStore): Values {
  return useSyncExternalStore(subscribe, values, initial)
}

function formatErrorCount(count: number): string {
  return count === 1 ? 'Not saved: one field needs your attention.' : `Not saved: ${count} fields need your attention.`
}

export function stripWhitespace(text: string): string {
  return text.replace(/\s/g, '')
}

/** Returns the values that differ from `saved`. Leaves out names that `saved` doesn't have. */
export function pickChangedValues(saved: Values, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => name in saved && saved[name] !== value))
}
