import { readFileSync } from 'node:fs'
import { json } from 'node:stream/consumers'
import sharp from 'sharp'
import { getBuiltFileUrl } from '../../../platform/built-file-url.ts'
import { renderShareImageSvg, type ShareImageText } from './share-image-svg.ts'
import { loadTextOutlines } from './text-outlines.ts'

// A program of its own: reads the words as JSON, writes the PNG, ends.
const { words, crop } = (await json(process.stdin)) as { words: ShareImageText; crop: number }
const readArt = (name: string) => readFileSync(getBuiltFileUrl(`client/art/${name}.svg`), 'utf8')
const svg = renderShareImageSvg(words, {
  textOutlines: loadTextOutlines(),
  mark: readArt('mark'),
  street: readArt('street'),
  crop,
})
// Flat colours: a palette halves the size and loses nothing that shows.
process.stdout.write(await sharp(Buffer.from(svg)).png({ palette: true, colours: 96, dither: 0, effort: 8 }).toBuffer())
