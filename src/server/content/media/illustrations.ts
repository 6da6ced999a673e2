import { readdir } from 'node:fs/promises'
import { getBuiltFileUrl } from '../../platform/built-file-url.ts'

/** Files that hold several illustrations: the icons, and the sheet that the build merges from the other files. */
const SPRITE_FILES: readonly string[] = ['icons.svg', 'sheet.svg']

/** Lists the URLs of the illustrations that ship with the product. */
export async function listIllustrationUrls(): Promise<string[]> {
  const names = await readdir(getBuiltFileUrl('client/art/'))
  return names.filter((name) => name.endsWith('.svg') && !SPRITE_FILES.includes(name)).map((name) => `/art/${name}`)
}
