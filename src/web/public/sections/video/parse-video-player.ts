type VideoPlayer = { host: string; url: string }

/** Returns the embedded player of a YouTube or Vimeo URL, without cookies; undefined for others. */
export function parseVideoPlayer(link: string): VideoPlayer | undefined {
  const url = URL.parse(link.trim())
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const host = url.hostname.replace(/^(?:www|m|music)\./, '')
  const player =
    host === 'youtu.be' || host === 'youtube.com' || host === 'youtube-nocookie.com'
      ? buildYouTubePlayer(host, url)
      : host === 'vimeo.com' || host === 'player.vimeo.com'
        ? buildVimeoPlayer(url)
        : undefined
  return player === undefined ? undefined : { host: host.includes('vimeo') ? 'Vimeo' : 'YouTube', url: player }
}

/** Playlists that everyone can see. Mixes (`RD`) and `Watch later` (`WL`) belong to one viewer. */
const PUBLIC_PLAYLIST = /^(?:PL|UU|OL|FL)[\w-]+$/
/** Players whose names look like the id of a video. */
const PLAYERS_WITHOUT_VIDEO = ['videoseries', 'live_stream']

function buildYouTubePlayer(host: string, url: URL): string | undefined {
  const [first = '', second = ''] = splitPath(url)
  const named = host === 'youtu.be' ? first : /^(?:embed|shorts|live|v|e)$/.test(first) ? second : url.searchParams.get('v')
  const id = named && /^[\w-]{11}$/.test(named) && !PLAYERS_WITHOUT_VIDEO.includes(named) ? named : undefined
  const list = pickMatch(url.searchParams.get('list'), PUBLIC_PLAYLIST)
  const channel = second === 'live_stream' ? pickMatch(url.searchParams.get('channel'), /^UC[\w-]+$/) : undefined
  const name = id ?? (channel ? 'live_stream' : list ? 'videoseries' : undefined)
  if (name === undefined) return undefined
  const start = parseSeconds(url, ['t', 'start', 'time_continue'])
  return `https://www.youtube-nocookie.com/embed/${name}?${formatQuery({ autoplay: '1', channel, list, start })}`
}

/** A video that isn't listed plays only with its key, the hexadecimal part after its id. */
const VIMEO_KEY = /^[\da-f]{8,}$/i

function buildVimeoPlayer(url: URL): string | undefined {
  const parts = splitPath(url)
  const idIndex = parts.findLastIndex((part) => /^\d+$/.test(part))
  const [parent, id] = [parts[idIndex - 1] ?? '', parts[idIndex]]
  if (id === undefined || parent === 'review') return undefined
  const key = pickMatch(url.searchParams.get('h'), VIMEO_KEY) ?? parts.slice(idIndex + 1).find((part) => VIMEO_KEY.test(part))
  // An event and a showcase have players of their own.
  if (parent === 'event') return `https://vimeo.com/event/${id}/embed${key ? `/${key}` : ''}?autoplay=1&dnt=1`
  if (parent === 'showcase' || parent === 'album') return `https://vimeo.com/showcase/${id}/embed?autoplay=1&dnt=1`
  const start = parseSeconds(url, ['t'])
  const player = `https://player.vimeo.com/video/${id}?${formatQuery({ h: key, autoplay: '1', dnt: '1' })}`
  return start ? `${player}#t=${start}s` : player
}

function splitPath(url: URL): string[] {
  return url.pathname.split('/').filter(Boolean)
}

function pickMatch(value: string | null, pattern: RegExp): string | undefined {
  return value !== null && pattern.test(value) ? value : undefined
}

/** Parses a start time such as `90`, `90s` or `1h2m3s`, from the query or the fragment. */
function parseSeconds(url: URL, names: readonly string[]): string | undefined {
  const fragment = new URLSearchParams(url.hash.slice(1))
  const text = names.map((name) => url.searchParams.get(name) ?? fragment.get(name)).find((value) => value !== null) ?? ''
  const [match, hours = '0', minutes = '0', seconds = '0'] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(text) ?? []
  const total = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
  return match && total > 0 ? String(total) : undefined
}

function formatQuery(values: Record<string, string | undefined>): string {
  return new URLSearchParams(Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]))).toString()
}
