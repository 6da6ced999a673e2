/** Puts the player in the poster's place once somebody presses Play; nothing is asked of its host before. */
export function startVideo(document: Document): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-player]')) {
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      const box = document.createElement('div')
      box.className = link.className
      const player = document.createElement('iframe')
      player.src = link.dataset.player ?? ''
      player.title = link.dataset.title ?? ''
      player.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture'
      // The player's host wants to know which site shows it; it learns the site and no more.
      player.referrerPolicy = 'strict-origin-when-cross-origin'
      box.append(player)
      link.replaceWith(box)
      player.focus()
    })
  }
}
