/** Holds the illustrations below, so that a page loads them with one request. The build makes it from their own files. */
export const ILLUSTRATION_SHEET_URL = '/art/sheet.svg'

/** The files of public/art in the sheet, with the names of their views. */
export const illustrationViews = {
  about: ['street', 'report', 'key'],
  'faq-key': [],
  'service-main': [],
  steps: ['survey', 'plan', 'build', 'finished'],
  team: ['as', 'bs', 'cs', 'ds', 'es', 'fs', 'so', 'st', 'sh'],
  'video-poster': [],
} as const satisfies Record<string, readonly string[]>

/** `cover` fills the box and crops the illustration. `contain` shows all of it. */
type IllustrationFit = 'cover' | 'contain'

/** Names the view of the sheet that shows `/art/<file>.svg#<view>`. */
export function getSheetViewName(file: string, view: string | undefined, fit: IllustrationFit): string {
  return [file, view, fit].filter(Boolean).join('-')
}

const sheetPaths: ReadonlyMap<string, readonly [file: string, view: string | undefined]> = new Map(
  Object.entries<readonly string[]>(illustrationViews).flatMap(([file, views]) =>
    [undefined, ...views].map((view) => [`/art/${file}.svg${view ? `#${view}` : ''}`, [file, view]]),
  ),
)

/** Returns the URL in the sheet if the sheet holds the image, otherwise `src`. */
export function getIllustrationUrl(src: string, fit: IllustrationFit): string {
  const sheetView = sheetPaths.get(src)
  return sheetView ? `${ILLUSTRATION_SHEET_URL}#${getSheetViewName(...sheetView, fit)}` : src
}
