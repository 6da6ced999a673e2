const NO_ANSWER = 'That did not go through. Check your connection and try again; what you typed is still here.'

/**
 * Sends a form without leaving its page. Success leads to where the server says, or is a page that takes the
 * place of `main`, which is answered; so does a refusal in which the form came back. What lies outside of
 * `main`, or did not come back, stays as it is: the sentence why is answered.
 */
export async function send(form: HTMLFormElement, button: HTMLElement | null): Promise<Element | string> {
  const answer = await post(form, button)
  if (!answer) return NO_ANSWER
  const { page, isDone } = answer
  const [before, main] = [form.closest('main'), page.querySelector('main')]
  if (!before || !main || !(isDone || main.querySelector('[data-send]'))) {
    return page.querySelector('.problem-summary p, h1 + p')?.textContent ?? NO_ANSWER
  }
  keepTyped(before, main)
  before.replaceWith(main)
  document.title = page.title
  const start = main.querySelector<HTMLElement>('.problem-summary') ?? main
  start.focus()
  return main
}

type Sent = { page: Document; isDone: boolean }

/** The page that was answered; undefined where nothing was. */
async function post(form: HTMLFormElement, button: HTMLElement | null): Promise<Sent | undefined> {
  const body = new FormData(form, button)
  try {
    const response = await fetch(form.action, { method: 'POST', body, headers: { [SENT_BY_SCRIPT]: 'fetch' } })
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
function keepTyped(before: Element, main: Element): void {
  for (const { id, value } of before.querySelectorAll<HTMLInputElement>('.field-control > [id]:not([readonly])')) {
    const input = main.querySelector<HTMLInputElement>(`#${id}`)
    if (!input) continue
    const kept = input.ariaInvalid ? input.value : value
    input.defaultValue = ''
    input.value = kept
  }
}

/**
 * The header of a form that our script sends. A script is not shown redirects, and one that it followed would
 * use up the notice of the page that it leads to: it is told the address instead (`entry-server.tsx`).
 */
export const SENT_BY_SCRIPT = 'x-requested-with'
