import { startPasswords } from './passwords.ts'
import { send } from './send.ts'

/** Sends a form once however often its button is pressed, and takes back what is no longer wrong. */
export function startForms(root: ParentNode): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-busy]')) sendOnce(form)
  for (const field of root.querySelectorAll('.field-wrong')) watch(field)
  startPasswords(root)
}

function sendOnce(form: HTMLFormElement): void {
  const status = document.createElement('p')
  status.role = 'status'
  status.className = 'unseen'
  // Beside the form: what is inside something busy is not announced.
  form.after(status)
  let setIdle = () => {}
  form.addEventListener('submit', (event) => {
    const isBusy = form.ariaBusy
    const isSentHere = form.dataset.send
    if (isBusy || isSentHere) event.preventDefault()
    if (isBusy) return
    tellWhyNot(form, status, '')
    setIdle = setBusy(form, status, event.submitter)
    if (!isSentHere) return
    void send(form, event.submitter).then((answer) => {
      if (typeof answer !== 'string') return startForms(answer)
      setIdle()
      tellWhyNot(form, status, answer)
    })
  })
  // Back to a page that the browser kept.
  addEventListener('pageshow', ({ persisted }) => persisted && setIdle())
}

/** Says that the form is on its way; what it answers takes that back. */
function setBusy(form: HTMLFormElement, status: Element, button: HTMLElement | null): () => void {
  const words = button?.textContent ?? ''
  const show = (busy: string) => {
    form.ariaBusy = busy && 'true'
    status.textContent = busy
    if (button) button.textContent = busy || words
  }
  status.className = 'unseen'
  show(form.dataset.busy ?? '')
  return () => show('')
}

/** Says why the form stays as it is: in a place of its own where it has one, at the field that this place belongs to. */
function tellWhyNot(form: HTMLFormElement, status: Element, sentence: string): void {
  const place = form.querySelector('.unsent') ?? status
  const input = form.querySelector<HTMLInputElement>(`[aria-describedby="${place.id}"]`)
  place.className = 'unsent'
  place.textContent = sentence
  if (!input) return
  input.ariaInvalid = sentence ? 'true' : null
  if (sentence) input.focus()
}

function watch(field: Element): void {
  const input = field.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
  input?.addEventListener('input', () => {
    const isRight = input.validity.valid
    field.classList.toggle('field-put-right', isRight)
    input.ariaInvalid = isRight ? null : 'true'
    strike(input.id, isRight)
  })
}

/** The summary names what is wrong still; it goes with its last line. */
function strike(id: string, isRight: boolean): void {
  const line = document.querySelector(`.problem-summary a[href="#${id}"]`)?.closest('p')
  const summary = line?.closest<HTMLElement>('.problem-summary')
  if (!line || !summary) return
  line.hidden = isRight
  summary.hidden = !summary.querySelector('p:not([hidden])')
}
