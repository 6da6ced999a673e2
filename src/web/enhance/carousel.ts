/** Shows the buttons of each carousel. A button scrolls by one screenful; nothing moves alone (P-194). */
export function startCarousels(document: Document): void {
  for (const carousel of document.querySelectorAll('[data-carousel]')) startCarousel(carousel)
}

function startCarousel(carousel: Element): void {
  const controls = carousel.querySelector('[data-controls]')
  const row = carousel.querySelector('ul.slides')
  const status = controls?.querySelector('p')
  const [previous, next] = controls?.querySelectorAll('button') ?? []
  if (!controls || !row || !status || !previous || !next) return
  const total = row.children.length

  // Uses aria-disabled: a disabled button would lose the keyboard focus at the last slide.
  const update = () => {
    const width = measureSlideWidth(row)
    const visibleCount = Math.max(1, Math.round(row.clientWidth / width))
    const first = Math.round(row.scrollLeft / width) + 1
    const last = Math.min(total, first + visibleCount - 1)
    const text = first === last ? `${first} of ${total}` : `${first} to ${last} of ${total}`
    if (status.textContent !== text) status.textContent = text
    previous.ariaDisabled = String(first === 1)
    next.ariaDisabled = String(last === total)
    controls.toggleAttribute('data-controls', total <= visibleCount)
  }
  const move = (direction: number) => {
    // Announces only moves that the visitor made.
    status.role = 'status'
    row.scrollBy({ left: direction * row.clientWidth })
  }

  previous.addEventListener('click', () => move(-1))
  next.addEventListener('click', () => move(1))
  row.addEventListener('scroll', update, { passive: true })
  new ResizeObserver(update).observe(row)
}

function measureSlideWidth(row: Element): number {
  const [first, second] = row.children as unknown as HTMLElement[]
  return first && second ? second.offsetLeft - first.offsetLeft : row.clientWidth
}
