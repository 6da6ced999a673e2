/** How long people read that it is done before they are led on, in ms (spec section 9). */
const READ_FOR = 1_500

/** The page's own request that cancels a payment (spec section 4); then its form, out of sight, leads on. */
export function startCancelPayment(document: Document): void {
  const part = document.querySelector<HTMLElement>('[data-cancels]')
  const form = part?.querySelector('form')
  const status = part?.querySelector<HTMLElement>('[role=status]')
  if (!part || !form || !status) return
  // Opened ahead by the browser is not yet arrived (not every browser does so, and the DOM's types leave it out).
  if ((document as { prerendering?: boolean }).prerendering) {
    document.addEventListener('prerenderingchange', () => startCancelPayment(document))
    return
  }
  form.hidden = true
  status.dataset.busy = ''
  status.textContent = 'Cancelling…'
  void cancel(part.dataset.cancels ?? '').then((problem) => {
    delete status.dataset.busy
    form.hidden = problem === ''
    status.textContent = problem || (status.dataset.done ?? '')
    if (problem) document.title = `Error: ${document.title}`
    else setTimeout(() => form.submit(), READ_FOR)
  })
}

/** Empty once it is done, else the sentence why not; the console lines are those of spec section 8. */
async function cancel(address: string): Promise<string> {
  try {
    const response = await fetch(address, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"paymentStatus":"Cancelled"}',
    })
    if (response.ok) return ''
    // biome-ignore lint/suspicious/noConsole: what the specification has the console say
    console.error('Payment update failed.')
    return ((await response.json()) as { error: string }).error
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: what the specification has the console say
    console.error('An error occurred:', error)
    return 'That did not go through. Check your connection and try again.'
  }
}
