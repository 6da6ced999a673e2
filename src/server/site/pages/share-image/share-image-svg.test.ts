import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { renderShareImageSvg, shareImageColors } from './share-image-svg.ts'

/** Draws every letter as a dot. The font has ASCII only. */
const textOutlines = {
  width: (text: string, size: number) => text.length * size * 0.5,
  outline: (text: string) => 'M0 0'.repeat(text.length),
  toDrawableText: (text: string) => (/^[ -~]*$/.test(text) ? text.trim() : undefined),
}
const renderCard = (title: string, businessName = 'A business') =>
  renderShareImageSvg(
    { title, businessName, page: 'Home' },
    { textOutlines, logo: { svg: '<svg/>', width: 48 }, street: '<svg/>', crop: 0 },
  )

it('uses the colors of the pages', () => {
  const tokens = readFileSync(new URL('../../../../web/tokens.css', import.meta.url), 'utf8')
  for (const [name, value] of Object.entries(shareImageColors)) expect(tokens).toContain(`--color-${name}: ${value};`)
})

it('contains only shapes, never typed text or markup', () => {
  const svg = renderCard('<script>alert(1)</script> &', '"><image href="x"/>')
  expect(svg).not.toMatch(/script|alert|image|<text|&/)
})

it('shows the business name for a title that the font lacks, and the page name if it lacks both', () => {
  expect(renderCard('不動産')).toBe(renderCard('A business'))
  expect(renderCard('不動産', '不動産')).toBe(renderCard('Home', 'Home'))
  expect(renderCard('  ')).toBe(renderCard('A business'))
})
