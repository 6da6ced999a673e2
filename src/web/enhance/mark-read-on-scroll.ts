/**
 * Marks messages as read once the customer has scrolled and sees the end of their list, where the button that does the same
 * stands (P-252). Opening the page marks nothing.
 */
export function markReadOnScroll(end: HTMLElement): void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.at(-1)?.isIntersecting) return
    observer.disconnect()
    void sendRead(end)
  })
  document.addEventListener('scroll', () => observer.observe(end), { once: true })
}

/** If this fails, the button stays. So it does while it has the focus. */
async function sendRead(end: HTMLElement): Promise<void> {
  const response = await fetch(end.dataset.readUrl ?? '', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ upTo: end.dataset.upTo }),
  }).catch(() => undefined)
  if (response?.ok && !end.contains(document.activeElement)) end.textContent = 'Marked as read'
}
