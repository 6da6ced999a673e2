const NO_RESPONSE_MESSAGE = 'That did not go through. Check your connection and try again; what you typed is still here.'

/**
 * Sends a form without leaving its page. Success leads to where the server says, or is a page that takes the
 * place of `main`, which is answered; so does a refusal in which the form came back. What lies outside of
 * `main`, or did not come back, stays as it is: the sentence why is answered.
 */
export async function sendForm(form: HTMLFormElement, button: HTMLElement | null): Promise<Element | string> {
  const answer = await postForm(form, button)
  if (!answer) return NO_RESPONSE_MESSAGE
  const { page, isDone } = answer
  const [currentMain, main] = [form.closest('main'), page.querySelector('main')]
  if (!currentMain || !main || !(isDone || main.querySelector('[data-send]'))) {
    return page.querySelector('.problem-summary p, h1 + p')?.textContent ?? NO_RESPONSE_MESSAGE
  }
  restoreTypedValues(currentMain, main)
  currentMain.replaceWith(main)
  document.title = page.title
  const start = main.querySelector<HTMLElement>('.problem-summary') ?? main
  start.focus()
  return main
}

type FormResponse = { page: Document; isDone: boolean }

/** The page that was answered; undefined where nothing was. */
async function postForm(form: HTMLFormElement, button: HTMLElement | null): Promise<FormResponse | undefined> {
  const body = new FormData(form, button)
  try {
    const response = await fetch(form.action, { method: 'POST', body, headers: { [SCRIPT_REQUEST_HEADER]: 'fetch' } })
    const to = response.headers.get('location')
    if (!to) return { page: new DOMParser().parseFromString(await response.text(), 'text/html'), isDone: response.ok }
    location.assign(to)
  } catch {
    return undefined
  }
  // Busy until the next page is here.
  return new Promise(() => {})
}

/**
 * What was typed stays, passwords too, which no page brings back; in a field at fault is what came back with
 * it. None of it stays a default: browsers restore on Back only what differs from what the page brings.
 */
function restoreTypedValues(currentMain: Element, main: Element): void {
  for (const { id, value } of currentMain.querySelectorAll<HTMLInputElement>('.field-control > [id]:not([readonly])')) {
    const input = main.querySelector<HTMLInputElement>(`#${id}`)
    if (!input) continue
    const restoredValue = input.ariaInvalid ? input.value : value
    input.defaultValue = ''
    input.value = restoredValue
  }
}

/**
 * The header of a form that our script sends. A script is not shown redirects, and one that it followed would
 * use up the notice of the page that it leads to: it is told the address instead (`entry-server.tsx`).
 */
export const SCRIPT_REQUEST_HEADER = 'x-requested-with'
