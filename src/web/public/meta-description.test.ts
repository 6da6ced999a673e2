import { describe, expect, it } from 'vitest'
import { buildMetaDescription, trimMetaDescription } from './meta-description.ts'

/** Builds a sentence of this length. */
const sentence = (length: number, letter = 'a') => `${letter.toUpperCase()}${letter.repeat(length - 2)}.`

describe('buildMetaDescription', () => {
  it('takes the first sentences that have a good length together', () => {
    expect(buildMetaDescription(`${sentence(60)} ${sentence(70, 'b')} ${sentence(40, 'c')}`)).toBe(
      `${sentence(60)} ${sentence(70, 'b')}`,
    )
  })

  it('starts at a later sentence or text if the first sentences do not fit', () => {
    expect(buildMetaDescription(`${sentence(26)} ${sentence(134, 'b')}`)).toBe(sentence(134, 'b'))
    expect(buildMetaDescription(sentence(30), sentence(125, 'b'))).toBe(sentence(125, 'b'))
  })

  it('combines sentences of several texts if no single text has enough', () => {
    const description = buildMetaDescription(sentence(50), sentence(90, 'b'), sentence(80, 'c'), sentence(20, 'd'))
    expect(description).toBe(`${sentence(50)} ${sentence(90, 'b')}`)
  })

  it('never cuts a sentence, and skips headings', () => {
    expect(buildMetaDescription(sentence(200), 'Services', 'One, Two, Three', sentence(40, 'b'))).toBe(sentence(40, 'b'))
    expect(buildMetaDescription(sentence(200), 'A heading', undefined, '')).toBeUndefined()
  })

  it('uses all there is of short texts', () => {
    expect(buildMetaDescription('We help. Ask us.', 'Ask us.')).toBe('We help. Ask us.')
  })
})

describe('trimMetaDescription', () => {
  it("keeps the owner's text of up to 160 characters", () => {
    expect(trimMetaDescription(` ${sentence(80)}\n${sentence(79, 'b')} `)).toBe(`${sentence(80)} ${sentence(79, 'b')}`)
    expect(trimMetaDescription('Not a sentence')).toBe('Not a sentence')
  })

  it('ends a longer text after a sentence, or at a word if its first sentence is too long', () => {
    expect(trimMetaDescription(`${sentence(80)} ${sentence(90, 'b')}`)).toBe(sentence(80))
    expect(trimMetaDescription('word '.repeat(60))).toMatch(/^(word ){30}word…$/)
  })
})
