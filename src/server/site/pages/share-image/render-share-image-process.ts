import { readFileSync } from 'node:fs'
import { json } from 'node:stream/consumers'
import sharp from 'sharp'
import { BUILT_IN_LOGO } from '#contract/content/kinds/logo.ts'
import { getBuiltFileUrl } from '#platform/built-file-url.ts'
import { renderShareImageSvg, SHARE_IMAGE_LOGO, type ShareImageTask } from './share-image-svg.ts'
import { loadTextOutlines } from './text-outlines.ts'

// Runs as its own process: reads JSON from stdin, writes the PNG to stdout and exits.
const { text, crop, logo } = (await json(process.stdin)) as ShareImageTask
const readArt = (name: string) => readFileSync(getBuiltFileUrl(`client/art/${name}.svg`), 'utf8')
const svg = renderShareImageSvg(text, {
  textOutlines: loadTextOutlines(),
  logo: await buildLogoSvg(),
  street: readArt('street'),
  crop,
})
// The image has few colors, so a palette halves its size without visible loss.
process.stdout.write(await sharp(Buffer.from(svg)).png({ palette: true, colours: 96, dither: 0, effort: 8 }).toBuffer())

/** Returns the logo with its width in px. */
async function buildLogoSvg() {
  if (logo === undefined) return { svg: '', width: 0 }
  if (logo === BUILT_IN_LOGO) return { svg: `<g transform="scale(1.6)">${readArt('mark')}</g>`, width: 48 }
  const resized = sharp(Buffer.from(logo, 'base64')).resize({ ...SHARE_IMAGE_LOGO, fit: 'inside' })
  const { data, info } = await resized.png().toBuffer({ resolveWithObject: true })
  const href = `data:image/png;base64,${data.toString('base64')}`
  const top = (SHARE_IMAGE_LOGO.height - info.height) / 2
  return { svg: `<image y="${top}" width="${info.width}" height="${info.height}" href="${href}"/>`, width: info.width }
}
