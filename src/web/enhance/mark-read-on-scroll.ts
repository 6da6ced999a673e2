/**
 * Sends the form that marks messages as read once the customer has scrolled and sees it, at the end of their list (P-252).
 * Opening the page marks nothing. The button stays until the next page.
 */
export function markReadOnScroll(form: HTMLFormElement): void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.at(-1)?.isIntersecting) return
    observer.disconnect()
    void fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form) as never) }).catch(() => {})
  })
  addEventListener('scroll', () => observer.observe(form), { once: true })
}
