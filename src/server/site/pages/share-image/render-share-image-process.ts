import { readFileSync } from 'node:fs'
import { json } from 'node:stream/consumers'
import sharp from 'sharp'
import { getBuiltFileUrl } from '../../../platform/built-file-url.ts'
import { renderShareImageSvg, type ShareImageText } from './share-image-svg.ts'
import { loadTextOutlines } from './text-outlines.ts'

// Runs as its own process: reads JSON from stdin, writes the PNG to stdout and exits.
const { text, crop } = (await json(process.stdin)) as { text: ShareImageText; crop: number }
const readArt = (name: string) => readFileSync(getBuiltFileUrl(`client/art/${name}.svg`), 'utf8')
const svg = renderShareImageSvg(text, {
  textOutlines: loadTextOutlines(),
  mark: readArt('mark'),
  street: readArt('street'),
  crop,
})
// The image has few colors, so a palette halves its size without visible loss.
process.stdout.write(await sharp(Buffer.from(svg)).png({ palette: true, colours: 96, dither: 0, effort: 8 }).toBuffer())
