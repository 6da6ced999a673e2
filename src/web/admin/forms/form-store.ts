import { useSyncExternalStore } from 'react'
import type { Values } from '../../forms/form-action.ts'

/** Checks the values of a form: what the call would be sent, or a sentence for each field at fault. */
export type CheckValues = (values: Values) => { body: Values } | { fieldErrors: Values }

/** What a form looks like beside its values: the names of the edited fields, and a sentence for each field at fault. */
export type FormStoreState = { edited: readonly string[]; errors: Values }

export type FormStore = ReturnType<typeof createFormStore>

type Options = {
  saved: Values
  /** What the inputs hold in the HTML itself. */
  initial: Values
  validate: CheckValues
}

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * The values of a form while they are typed, beside the saved ones. The inputs keep their own text, so that they work
 * before the page is live and without script; a value that is set from elsewhere is written into its input.
 */
export function createFormStore({ initial, validate, ...options }: Options) {
  let saved = options.saved
  let values = initial
  let state: FormStoreState = { edited: [], errors: {} }
  /** After the first try to save, each change is checked. */
  let isValidating = false
  const inputs = new Map<string, Input>()
  const listeners = new Set<() => void>()

  function updateState(errors: Values): void {
    const edited = Object.keys(pickChangedValues(saved, values))
    const isSame = JSON.stringify(state) === JSON.stringify({ edited, errors })
    if (!isSame) state = { edited, errors }
    for (const listener of listeners) listener()
  }

  /** Returns the errors after `names` have changed. */
  function revalidate(names: readonly string[]): Values {
    const due = names.filter((name) => isValidating || state.errors[name] !== undefined)
    if (due.length === 0) return state.errors
    const result = validate(values)
    const fieldErrors = 'fieldErrors' in result ? result.fieldErrors : {}
    const others = Object.entries(state.errors).filter(([name]) => !due.includes(name))
    return Object.fromEntries([...others, ...Object.entries(fieldErrors).filter(([name]) => due.includes(name))])
  }

  function writeInputs(): void {
    for (const [name, input] of inputs) if (input.value !== values[name]) input.value = values[name] ?? ''
  }

  /** What was typed before the page was live counts as typed. Browsers normalize white space by themselves. */
  function registerInput(name: string, input: Input | null): void {
    if (!input || inputs.get(name) === input) return
    const value = values[name] ?? ''
    const isFirst = !inputs.has(name)
    inputs.set(name, input)
    if (!isFirst) input.value = value
    else if (stripWhitespace(input.value) !== stripWhitespace(value)) values = { ...values, [name]: input.value }
  }

  return {
    initial: () => initial,
    values: () => values,
    saved: () => saved,
    state: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Props of the input of a field. */
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

    /** Takes `next` for the saved values; nothing is edited afterwards. */
    reset(next: Values = saved): void {
      saved = next
      values = next
      isValidating = false
      writeInputs()
      updateState({})
    },

    showErrors: (errors: Values) => updateState({ ...state.errors, ...errors }),
    clearErrors: () => updateState({}),

    /** Checks all fields and shows what is wrong with them. */
    validate(): ReturnType<CheckValues> {
      isValidating = true
      const result = validate(values)
      updateState('fieldErrors' in result ? result.fieldErrors : {})
      return result
    },
  }
}

export function useFormStoreState({ subscribe, state }: FormStore): FormStoreState {
  return useSyncExternalStore(subscribe, state, () => INITIAL_STATE)
}

const INITIAL_STATE: FormStoreState = { edited: [], errors: {} }

/** The value of one field while it is typed. */
export function useFormValue({ subscribe, values, initial }: FormStore, name: string): string {
  return useSyncExternalStore(
    subscribe,
    () => values()[name] ?? '',
    () => initial()[name] ?? '',
  )
}

/** All values while they are typed. */
export function useFormValues({ subscribe, values, initial }: FormStore): Values {
  return useSyncExternalStore(subscribe, values, initial)
}

function stripWhitespace(text: string): string {
  return text.replace(/\s/g, '')
}

/** Returns the values that are not what `saved` holds; names unknown to `saved` are left out. */
export function pickChangedValues(saved: Values, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => name in saved && saved[name] !== value))
}
