import { readdir } from 'node:fs/promises'
import { getBuiltFileUrl } from '../../platform/built-file-url.ts'

/** Files that hold several pictures: the signs of buttons and lists, and what the build merges from the other files. */
const SPRITE_FILES: readonly string[] = ['icons.svg', 'sheet.svg']

/** The addresses of the drawings that come with the site. */
export async function listIllustrationUrls(): Promise<string[]> {
  const names = await readdir(getBuiltFileUrl('client/art/'))
  return names.filter((name) => name.endsWith('.svg') && !SPRITE_FILES.includes(name)).map((name) => `/art/${name}`)
}
