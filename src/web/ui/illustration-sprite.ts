/** Holds the illustrations below, so that a page loads them with one request. The build makes it from their own files. */
export const ILLUSTRATION_SPRITE_URL = '/art/sprite.svg'

/** The files of public/art in the sprite, with the names of their views. */
export const illustrationViewNames = {
  about: ['street', 'report', 'key'],
  'faq-key': [],
  'service-main': [],
  steps: ['survey', 'plan', 'build', 'finished'],
  team: ['as', 'bs', 'cs', 'ds', 'es', 'fs', 'so', 'st', 'sh'],
  'video-poster': [],
} as const satisfies Record<string, readonly string[]>

/** `cover` fills the box and crops the illustration. `contain` shows all of it. */
type IllustrationFit = 'cover' | 'contain'

/** Names the view of the sprite that shows `/art/<file>.svg#<view>`. */
export function getSpriteViewName(file: string, view: string | undefined, fit: IllustrationFit): string {
  return [file, view, fit].filter(Boolean).join('-')
}

const sheetPaths: ReadonlyMap<string, readonly [file: string, view: string | undefined]> = new Map(
  Object.entries<readonly string[]>(illustrationViewNames).flatMap(([file, views]) =>
    [undefined, ...views].map((view) => [`/art/${file}.svg${view ? `#${view}` : ''}`, [file, view]]),
  ),
)

/** Returns the URL in the sprite if the sprite holds the image, otherwise `src`. */
export function getIllustrationUrl(src: string, fit: IllustrationFit): string {
  const sheetView = sheetPaths.get(src)
  return sheetView ? `${ILLUSTRATION_SPRITE_URL}#${getSpriteViewName(...sheetView, fit)}` : src
}
