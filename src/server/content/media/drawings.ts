import { readdir } from 'node:fs/promises'
import { builtFile } from '../../platform/built.ts'

/** Files that hold several pictures: the signs of buttons and lists, and what the build merges from the other files. */
const SHEETS: readonly string[] = ['icons.svg', 'sheet.svg']

/** The addresses of the drawings that come with the site. */
export async function drawings(): Promise<string[]> {
  const names = await readdir(builtFile('client/art/'))
  return names.filter((name) => name.endsWith('.svg') && !SHEETS.includes(name)).map((name) => `/art/${name}`)
}
