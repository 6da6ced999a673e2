import { keepTypedText } from './keep-typed-text.ts'
import { markReadOnScroll } from './mark-read-on-scroll.ts'
import { enhancePasswordFields } from './password-fields.ts'
import { sendForm } from './send-form.ts'

/** Prevents double submission, and clears an error when the visitor corrects its field (P-171). */
export function enhanceForms(root: ParentNode): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-busy]')) preventDoubleSubmit(form)
  for (const field of root.querySelectorAll('.field-invalid')) clearErrorOnInput(field)
  enhancePasswordFields(root)
  keepTypedText(root)
  for (const form of root.querySelectorAll<HTMLFormElement>('form.read')) markReadOnScroll(form)
}

function preventDoubleSubmit(form: HTMLFormElement): void {
  const status = document.createElement('p')
  status.role = 'status'
  status.className = 'visually-hidden'
  // Outside the form: screen readers don't announce changes inside an `aria-busy` element.
  form.after(status)
  let setIdle = () => {}
  form.addEventListener('submit', (event) => {
    const isBusy = form.ariaBusy
    const isSentByScript = form.dataset.send
    if (isBusy || isSentByScript) event.preventDefault()
    if (isBusy) return
    showSendError(form, status, '')
    setIdle = setBusy(form, status, event.submitter)
    if (!isSentByScript) return
    void sendForm(form, event.submitter).then((answer) => {
      if (typeof answer !== 'string') return enhanceForms(answer)
      setIdle()
      showSendError(form, status, answer)
    })
  })
  // The visitor came Back to a page from the browser's cache.
  addEventListener('pageshow', ({ persisted }) => persisted && setIdle())
}

/** Marks the form as busy. The returned function undoes it. */
function setBusy(form: HTMLFormElement, status: Element, button: HTMLElement | null): () => void {
  const buttonLabel = button?.textContent ?? ''
  const show = (busy: string) => {
    form.ariaBusy = busy && 'true'
    status.textContent = busy
    if (button) button.textContent = busy || buttonLabel
  }
  status.className = 'visually-hidden'
  show(form.dataset.busy ?? '')
  return () => show('')
}

/** Shows why sending failed: in the form's own error element and its field, otherwise beside the form. */
function showSendError(form: HTMLFormElement, status: Element, sentence: string): void {
  const errorElement = form.querySelector('.send-error') ?? status
  const input = form.querySelector<HTMLInputElement>(`[aria-describedby="${errorElement.id}"]`)
  errorElement.className = 'send-error'
  errorElement.textContent = sentence
  if (!input) return
  input.ariaInvalid = sentence ? 'true' : null
  if (!sentence) return
  input.focus()
  input.addEventListener('input', () => showSendError(form, status, ''), { once: true })
}

function clearErrorOnInput(field: Element): void {
  const input = field.querySelector<HTMLInputElement>('input, select, textarea')
  input?.addEventListener('input', () => {
    const isValid = input.validity.valid
    field.classList.toggle('field-corrected', isValid)
    input.ariaInvalid = isValid ? null : 'true'
    hideResolvedError(input.id, isValid)
  })
}

/** Hides the field's line in the error summary. Hides the summary with its last line. */
function hideResolvedError(id: string, isValid: boolean): void {
  const line = document.querySelector(`.problem-summary a[href="#${id}"]`)?.closest('p')
  const summary = line?.closest<HTMLElement>('.problem-summary')
  if (!line || !summary) return
  line.hidden = isValid
  summary.hidden = !summary.querySelector('p:not([hidden])')
}
