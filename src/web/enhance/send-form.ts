import { forgetTypedText } from './keep-typed-text.ts'

const NO_RESPONSE_MESSAGE = 'That didn’t go through. Check your connection and try again. What you typed is still here.'

/**
 * Sends a form without leaving its page. On success, follows the redirect or replaces `main` with the new one.
 * A refusal that shows the form or the typed text again replaces `main` too. Returns the new `main`.
 * Otherwise the page stays, and the returned sentence says why.
 */
export async function sendForm(form: HTMLFormElement, button: HTMLElement | null): Promise<Element | string> {
  const answer = await postForm(form, button)
  if (!answer) return NO_RESPONSE_MESSAGE
  const { page, isDone } = answer
  const [currentMain, main] = [form.closest('main'), page.querySelector('main')]
  if (!currentMain || !main || !(isDone || main.querySelector('[data-send], [data-typed-text]'))) {
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

/** Posts the form; undefined if there was no reply. */
async function postForm(form: HTMLFormElement, button: HTMLElement | null): Promise<FormResponse | undefined> {
  const data = new FormData(form, button)
  // A page with a file form takes every multipart body for that form.
  const body = form.enctype === 'multipart/form-data' ? data : new URLSearchParams(data as never)
  try {
    const response = await fetch(form.action, { method: 'POST', body, headers: { [SCRIPT_REQUEST_HEADER]: 'fetch' } })
    const to = response.headers.get('location')
    if (!to) return { page: new DOMParser().parseFromString(await response.text(), 'text/html'), isDone: response.ok }
    // After the log-in, the page asks again for what wasn't sent.
    if (!to.startsWith('/login')) forgetTypedText(form)
    location.assign(to)
  } catch {
    return undefined
  }
  // Stays pending, so that the form stays busy until the next page loads.
  return new Promise(() => {})
}

/**
 * Restores the typed values and chosen files, including passwords, which the server never sends back. A field in error keeps the
 * server's value. Clears the default values: on Back, browsers restore only values that differ from the default.
 */
function restoreTypedValues(currentMain: Element, main: Element): void {
  for (const { id, value, files } of currentMain.querySelectorAll<HTMLInputElement>('.field-control > [id]:not([readonly])')) {
    const input = main.querySelector<HTMLInputElement>(`#${id}`)
    if (!input) continue
    if (input.type === 'file') {
      input.files = files
      continue
    }
    const restoredValue = input.ariaInvalid ? input.value : value
    input.dataset.base = input.defaultValue
    input.defaultValue = ''
    input.value = restoredValue
  }
}

/**
 * Marks a form that our script sends. The server then answers with the URL instead of a redirect
 * (`entry-server.tsx`): a followed redirect would use up the next page's notice.
 */
export const SCRIPT_REQUEST_HEADER = 'x-requested-with'
