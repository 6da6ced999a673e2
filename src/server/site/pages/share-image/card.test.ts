import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { colours, drawCard } from './card.ts'

/** Every letter a dot, in a font that has ASCII only. */
const lettering = {
  width: (text: string, size: number) => text.length * size * 0.5,
  outline: (text: string) => 'M0 0'.repeat(text.length),
  drawable: (text: string) => (/^[ -~]*$/.test(text) ? text.trim() : undefined),
}
const draw = (title: string, businessName = 'A business') =>
  drawCard({ title, businessName, page: 'Home' }, { lettering, mark: '<svg/>', street: '<svg/>', crop: 0 })

it('uses the colours of the pages', () => {
  const tokens = readFileSync(new URL('../../../../web/tokens.css', import.meta.url), 'utf8')
  for (const [name, value] of Object.entries(colours)) expect(tokens).toContain(`--color-${name}: ${value};`)
})

it('is made of shapes: nothing that was typed reaches it as text or markup', () => {
  const drawn = draw('<script>alert(1)</script> &', '"><image href="x"/>')
  expect(drawn).not.toMatch(/script|alert|image|<text|&/)
})

it('says the business in place of a title it cannot write, and the page in place of both', () => {
  expect(draw('不動産')).toBe(draw('A business'))
  expect(draw('不動産', '不動産')).toBe(draw('Home', 'Home'))
  expect(draw('  ')).toBe(draw('A business'))
})
