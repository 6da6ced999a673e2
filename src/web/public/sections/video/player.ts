type Player = { host: string; address: string }

/** The embedded player of a video's address, on the host that sets no cookies; none for hosts we do not know. */
export function playerOf(link: string): Player | undefined {
  const youtube =
    /^https?:\/\/(?:www\.|m\.)?(?:youtu\.be\/|youtube(?:-nocookie)?\.com\/(?:watch\?(?:.*&)?v=|embed\/|shorts\/|live\/))([\w-]{11})(?![\w-])/
  const vimeo = /^https?:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d+)\b/
  const onYoutube = youtube.exec(link.trim())?.[1]
  if (onYoutube) return { host: 'YouTube', address: `https://www.youtube-nocookie.com/embed/${onYoutube}?autoplay=1` }
  const onVimeo = vimeo.exec(link.trim())?.[1]
  if (onVimeo) return { host: 'Vimeo', address: `https://player.vimeo.com/video/${onVimeo}?autoplay=1&dnt=1` }
}
