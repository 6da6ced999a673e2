type Reply = { message?: string; error?: string; fields?: Record<string, string> }

const NO_ANSWER = 'That did not go through. Check your connection and try again; your address is still there.'

/** Answers the subscribe form in place with the server's own words. */
export function startSubscribing(document: Document): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-call]')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void send(form)
    })
  }
}

async function send(form: HTMLFormElement): Promise<void> {
  const status = form.querySelector('[role=status]')
  const input = form.querySelector('input')
  if (!status || !input || form.ariaBusy === 'true') return
  form.ariaBusy = 'true'
  input.removeAttribute('aria-invalid')
  status.textContent = 'Sending…'
  const { isDone, sentence } = await post(form, input.name)
  form.ariaBusy = null
  status.textContent = sentence
  if (isDone) form.reset()
  else {
    input.setAttribute('aria-invalid', 'true')
    input.focus()
  }
}

async function post(form: HTMLFormElement, field: string): Promise<{ isDone: boolean; sentence: string }> {
  try {
    const response = await fetch(form.dataset.call ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(new FormData(form))),
    })
    const { message, error, fields } = (await response.json()) as Reply
    return { isDone: response.ok, sentence: (response.ok ? message : (fields?.[field] ?? error)) ?? NO_ANSWER }
  } catch {
    return { isDone: false, sentence: NO_ANSWER }
  }
}
