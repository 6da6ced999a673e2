// Merges illustrations of public/art into the sprite that pages load (docs/decisions/0001).
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getSpriteViewName, ILLUSTRATION_SPRITE_URL, illustrationViewNames } from '../src/web/ui/illustration-sprite.ts'

/** The distance between the tops of two illustrations, in SVG units. */
const FILE_SPACING = 1000
const ROOT = /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"(?: width="\d+" height="\d+")? viewBox="(0 0 (\d+) (\d+))">/
const VIEW = /<view id="([^"<>]*)" preserveAspectRatio="([^"<>]*)" viewBox="([^"<>]*)"\/>/g

/** Writes the sprite into the folder of the built client. Throws if the views of a file differ from the declared ones. */
export function writeIllustrationSprite(client) {
  const parts = Object.entries(illustrationViewNames).map(([file, declared], index) => {
    const svg = readFileSync(join(client, `art/${file}.svg`), 'utf8')
    const views = [...svg.matchAll(VIEW)].map(([, id, aspect, viewBox]) => ({ id, aspect, viewBox }))
    const [root, viewBox] = ROOT.exec(svg) ?? []
    if (!root) throw new Error(`public/art/${file}.svg does not start like an illustration of the sprite: ${ROOT}`)
    if (`${views.map(({ id }) => id)}` !== `${declared}`)
      throw new Error(`illustration-sprite.ts declares other views than ${file}.svg has`)
    const top = index * FILE_SPACING
    const viewElements = [{ id: undefined, aspect: '', viewBox }, ...views].flatMap((view) => buildViews(file, view, top))
    return viewElements.join('') + buildContent(file, svg, views.length > 0, top)
  })
  // The sprite has no size, so each view takes the shape of its box.
  writeFileSync(join(client, ILLUSTRATION_SPRITE_URL), `<svg xmlns="http://www.w3.org/2000/svg">${parts.join('')}</svg>`)
}

/** Builds the views of one part of an illustration, for both fits. */
function buildViews(file, { id, aspect, viewBox }, top) {
  const [x, y, width, height] = viewBox.split(' ').map(Number)
  const place = [x, y + top, width, height].join(' ')
  const aspects = { cover: 'xMidYMid slice', contain: aspect.endsWith('meet') ? aspect : 'xMidYMid meet' }
  return Object.entries(aspects).map(
    ([fit, value]) => `<view id="${getSpriteViewName(file, id, fit)}" preserveAspectRatio="${value}" viewBox="${place}"/>`,
  )
}

function buildContent(file, svg, hasViews, top) {
  const [root, , width, height] = ROOT.exec(svg)
  const content = svg
    .slice(root.length, svg.lastIndexOf('</svg>'))
    .replace(VIEW, '')
    // Several files have the same ids.
    .replace(/( id="| href="#|url\(#)/g, `$1${file}-`)
  // The views of a file lie outside of its box, so the box must not clip.
  if (hasViews) return `<g transform="translate(0 ${top})">${content}</g>`
  return `<svg y="${top}" width="${width}" height="${height}">${content}</svg>`
}
