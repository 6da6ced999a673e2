/** Shows the way back to the top while that is more than a screen away. */
export function startToTop(document: Document): void {
  const link = document.querySelector('.header .to-top')
  const top = document.querySelector('#top')
  if (!link || !top) return
  const watch = new IntersectionObserver((seen) => link.classList.toggle('shown', !seen.at(-1)?.isIntersecting), {
    rootMargin: '100% 0px 0px',
  })
  watch.observe(top)
}
