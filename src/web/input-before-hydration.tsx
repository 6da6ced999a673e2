import { useEffect } from 'react'
import type { DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { SCRIPT_FORM_METHOD } from './admin/forms/form-submission.tsx'
import { stripWhitespace } from './admin/forms/form-values-store.ts'

/**
 * Remembers what an admin types, chooses and sends before hydration. React ignores it, and even takes back the text of a
 * textarea. The returned function repeats it after hydration, so that React handles it.
 */
export function rememberInputBeforeHydration(page: Document): () => void {
  const texts = new Map<HTMLTextAreaElement, string>()
  const rememberText = (target: EventTarget | null) => {
    if (!(target instanceof HTMLTextAreaElement)) return
    if (isTextChanged(target)) texts.set(target, target.value)
    else texts.delete(target)
  }
  const handleInput = ({ target }: Event) => rememberText(target)
  let lastSubmit: SubmitEvent | undefined
  const handleSubmit = (event: SubmitEvent) => {
    lastSubmit = event
  }
  for (const textarea of page.querySelectorAll('textarea')) rememberText(textarea)
  page.addEventListener('input', handleInput, true)
  page.addEventListener('submit', handleSubmit, true)
  return () => {
    page.removeEventListener('input', handleInput, true)
    page.removeEventListener('submit', handleSubmit, true)
    for (const [textarea, text] of texts) repeatText(textarea, HTMLTextAreaElement.prototype, text)
    for (const input of page.querySelectorAll('input')) repeatInput(input)
    for (const select of page.querySelectorAll('select')) repeatChoice(select)
    const form = lastSubmit?.target as HTMLFormElement | undefined
    if (form?.getAttribute('method') === SCRIPT_FORM_METHOD) form.requestSubmit(lastSubmit?.submitter)
  }
}

function repeatInput(input: HTMLInputElement): void {
  const { type, checked, defaultChecked } = input
  if (type === 'checkbox' || type === 'radio') {
    const isChanged = type === 'radio' ? checked && !defaultChecked : checked !== defaultChecked
    if (!isChanged) return
    input.checked = !checked
    input.click()
  } else if (type !== 'file' && isTextChanged(input)) repeatText(input, HTMLInputElement.prototype, input.value)
}

/** React compares a text with the last one that was set on the element itself, so the prototype must set the typed one. */
function repeatText(control: HTMLInputElement | HTMLTextAreaElement, prototype: object, text: string): void {
  const { selectionStart, selectionEnd } = control
  control.value = control.defaultValue
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, text)
  // Numbers and dates have no selection. Some browsers would focus another control.
  if (selectionStart !== null && document.activeElement === control) control.setSelectionRange(selectionStart, selectionEnd)
  control.dispatchEvent(new Event('input', { bubbles: true }))
}

function repeatChoice(select: HTMLSelectElement): void {
  const defaultOption = [...select.options].find((option) => option.defaultSelected) ?? select.options[0]
  if (select.value !== defaultOption?.value) select.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Ignores white space, which browsers normalize. */
function isTextChanged({ value, defaultValue }: HTMLInputElement | HTMLTextAreaElement): boolean {
  return stripWhitespace(value) !== stripWhitespace(defaultValue)
}

type HydratedRouterProps = { router: DataRouter; onHydrated: () => void }

/**
 * Calls `onHydrated` after hydration. The server renders the router alone: a second element beside it would change the ids
 * that React generates. In the entry file, this component would make the dev server run that file again.
 */
export function HydratedRouter({ router, onHydrated }: HydratedRouterProps) {
  useEffect(() => onHydrated(), [onHydrated])
  return <RouterProvider router={router} />
}
