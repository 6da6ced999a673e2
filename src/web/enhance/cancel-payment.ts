/** How long people read that it is done before they are led on, in ms (P-101). */
const REDIRECT_DELAY_MS = 1_500

/** The page's own request that cancels a payment (P-101); then its form, out of sight, leads on. */
export function startCancelPayment(document: Document): void {
  const container = document.querySelector<HTMLElement>('[data-cancels]')
  const form = container?.querySelector('form')
  const status = container?.querySelector<HTMLElement>('[role=status]')
  if (!container || !form || !status) return
  // Opened ahead by the browser is not yet arrived (not every browser does so, and the DOM's types leave it out).
  if ((document as { prerendering?: boolean }).prerendering) {
    document.addEventListener('prerenderingchange', () => startCancelPayment(document))
    return
  }
  form.hidden = true
  status.dataset.busy = ''
  status.textContent = 'Cancelling…'
  void sendCancelRequest(container.dataset.cancels ?? '').then((problem) => {
    delete status.dataset.busy
    form.hidden = problem === ''
    status.textContent = problem || (status.dataset.done ?? '')
    if (problem) document.title = `Error: ${document.title}`
    else setTimeout(() => form.submit(), REDIRECT_DELAY_MS)
  })
}

/** Empty once it is done, else the sentence why not; the console lines are exact (P-104). */
async function sendCancelRequest(url: string): Promise<string> {
  try {
    const response = await fetch(url, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"paymentStatus":"Cancelled"}',
    })
    if (response.ok) return ''
    // biome-ignore lint/suspicious/noConsole: an exact console line (P-104)
    console.error('Payment update failed.')
    return ((await response.json()) as { error: string }).error
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: an exact console line (P-104)
    console.error('An error occurred:', error)
    return 'That did not go through. Check your connection and try again.'
  }
}
