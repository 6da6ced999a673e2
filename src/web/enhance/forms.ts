import { send } from './send.ts'

/** Sends a form once however often its button is pressed, and takes back what is no longer wrong. */
export function startForms(root: ParentNode): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-busy]')) sendOnce(form)
  for (const field of root.querySelectorAll('.field-wrong')) watch(field)
}

function sendOnce(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>('button:not([type=button])')
  if (!button) return
  const status = document.createElement('p')
  status.role = 'status'
  status.className = 'unseen'
  // Beside the form: what is inside something busy is not announced.
  form.after(status)
  const words = button.textContent
  const setBusy = (busy = '') => {
    form.ariaBusy = busy ? 'true' : null
    status.textContent = busy
    button.textContent = busy || words
  }
  form.addEventListener('submit', (event) => {
    const isBusy = form.ariaBusy
    const isSentHere = form.dataset.send
    if (isBusy || isSentHere) event.preventDefault()
    if (isBusy) return
    setBusy(form.dataset.busy)
    if (isSentHere) void send(form).then((main) => (main ? startForms(main) : setBusy()))
  })
  // Back to a page that the browser kept.
  addEventListener('pageshow', ({ persisted }) => persisted && setBusy())
}

function watch(field: Element): void {
  const input = field.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
  input?.addEventListener('input', () => {
    const isRight = input.validity.valid
    field.classList.toggle('field-put-right', isRight)
    input.ariaInvalid = isRight ? null : 'true'
  })
}
