import { readdir } from 'node:fs/promises'
import { builtFile } from '../built.ts'

/** Holds the signs of buttons and lists, which are no picture. */
const ICONS = 'icons.svg'

/** The addresses of the drawings that come with the site. */
export async function drawings(): Promise<string[]> {
  const names = await readdir(builtFile('client/art/'))
  return names.filter((name) => name.endsWith('.svg') && name !== ICONS).map((name) => `/art/${name}`)
}
