import type { ErrorReply } from '#contract/core/common-schemas.ts'

/** How long the confirmation shows before the page leads on (P-101). */
const REDIRECT_DELAY_MS = 1_500

const NOT_CANCELED = 'Your order wasn’t canceled. Check your connection and try again.'

/** Sends the page's cancel request (P-101), then submits its hidden form, which leads on. */
export function cancelOrderOnLoad(document: Document): void {
  const container = document.querySelector<HTMLElement>('[data-cancel-url]')
  const form = container?.querySelector('form')
  const status = container?.querySelector<HTMLElement>('[role=status]')
  if (!container || !form || !status) return
  form.hidden = true
  status.dataset.busy = ''
  status.textContent = 'Canceling…'
  void sendCancelRequest(container.dataset.cancelUrl ?? '').then((problem) => {
    delete status.dataset.busy
    form.hidden = problem === ''
    status.textContent = problem || (status.dataset.done ?? '')
    if (problem) document.title = `Error: ${document.title}`
    else setTimeout(() => form.submit(), REDIRECT_DELAY_MS)
  })
}

/** Returns an empty string on success, otherwise the reason. The console lines are exact (P-104). */
async function sendCancelRequest(url: string): Promise<string> {
  try {
    const response = await fetch(url, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"paymentStatus":"Cancelled"}',
    })
    if (response.ok) return ''
    // biome-ignore lint/suspicious/noConsole: P-104 requires the line
    console.error('Payment update failed.')
    const reply = (await response.json().catch(() => null)) as Partial<ErrorReply> | null
    return reply?.error || NOT_CANCELED
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: P-104 requires the line
    console.error('An error occurred:', error)
    return NOT_CANCELED
  }
}
