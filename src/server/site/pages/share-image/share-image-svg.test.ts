import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { colors, renderShareImageSvg } from './share-image-svg.ts'

/** Every letter a dot, in a font that has ASCII only. */
const textOutlines = {
  width: (text: string, size: number) => text.length * size * 0.5,
  outline: (text: string) => 'M0 0'.repeat(text.length),
  toDrawableText: (text: string) => (/^[ -~]*$/.test(text) ? text.trim() : undefined),
}
const renderCard = (title: string, businessName = 'A business') =>
  renderShareImageSvg({ title, businessName, page: 'Home' }, { textOutlines, mark: '<svg/>', street: '<svg/>', crop: 0 })

it('uses the colours of the pages', () => {
  const tokens = readFileSync(new URL('../../../../web/tokens.css', import.meta.url), 'utf8')
  for (const [name, value] of Object.entries(colors)) expect(tokens).toContain(`--color-${name}: ${value};`)
})

it('is made of shapes: nothing that was typed reaches it as text or markup', () => {
  const svg = renderCard('<script>alert(1)</script> &', '"><image href="x"/>')
  expect(svg).not.toMatch(/script|alert|image|<text|&/)
})

it('says the business in place of a title it cannot write, and the page in place of both', () => {
  expect(renderCard('不動産')).toBe(renderCard('A business'))
  expect(renderCard('不動産', '不動産')).toBe(renderCard('Home', 'Home'))
  expect(renderCard('  ')).toBe(renderCard('A business'))
})
