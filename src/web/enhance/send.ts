const NO_ANSWER = 'That did not go through. Check your connection and try again; what you typed is still here.'

/**
 * Sends a form without leaving its page. Success leads to where the form says, whose page shows the notice.
 * A refusal is the form's page once more and takes the place of `main`, which is answered; a form outside of
 * it, or one that did not come back, stays as it is and shows the sentence in its status line.
 */
export async function send(form: HTMLFormElement): Promise<Element | undefined> {
  const status = form.querySelector('[role=status]')
  const input = form.querySelector<HTMLInputElement>(`[aria-describedby="${status?.id}"]`)
  if (status) status.textContent = ''
  if (input) input.ariaInvalid = null
  const page = await post(form)
  const [before, main] = [form.closest('main'), page?.querySelector('main')]
  if (before && page && main?.querySelector('[data-send]')) {
    before.replaceWith(main)
    document.title = page.title
    main.querySelector<HTMLElement>('.problem-summary')?.focus()
    return main
  }
  if (status) status.textContent = page?.querySelector('.problem-summary p, h1 + p')?.textContent ?? NO_ANSWER
  if (input) {
    input.ariaInvalid = 'true'
    input.focus()
  }
}

/** The page that was answered; undefined where nothing was. */
async function post(form: HTMLFormElement): Promise<Document | undefined> {
  try {
    const response = await fetch(form.action, { method: 'POST', body: new FormData(form), redirect: 'manual' })
    if (response.type !== 'opaqueredirect') return new DOMParser().parseFromString(await response.text(), 'text/html')
  } catch {
    return undefined
  }
  location.assign(form.dataset.then ?? '')
  // Busy until the next page is here.
  return new Promise(() => {})
}
