/** Closes the open menu on Escape, on a choice and when the focus or a click goes elsewhere. */
export function startMenu(document: Document): void {
  const menu = document.querySelector<HTMLDetailsElement>('.menu')
  const button = menu?.querySelector('summary')
  if (!menu || !button) return
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return
    menu.open = false
    button.focus()
  })
  menu.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('a')) menu.open = false
  })
  for (const event of ['focusin', 'pointerdown']) {
    document.addEventListener(event, ({ target }) => {
      if (!menu.contains(target as Node)) menu.open = false
    })
  }
}
