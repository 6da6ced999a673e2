import { describe, expect, it } from 'vitest'
import { buildMetaDescription, trimMetaDescription } from './meta-description.ts'

/** A sentence of so many characters. */
const sentence = (length: number, letter = 'a') => `${letter.toUpperCase()}${letter.repeat(length - 2)}.`

describe('the description of a page', () => {
  it('takes the sentences at the beginning that have a good length together', () => {
    expect(buildMetaDescription(`${sentence(60)} ${sentence(70, 'b')} ${sentence(40, 'c')}`)).toBe(
      `${sentence(60)} ${sentence(70, 'b')}`,
    )
  })

  it('begins later in the text, or with the next, where the first sentence is too short and the second too long beside it', () => {
    expect(buildMetaDescription(`${sentence(26)} ${sentence(134, 'b')}`)).toBe(sentence(134, 'b'))
    expect(buildMetaDescription(sentence(30), sentence(125, 'b'))).toBe(sentence(125, 'b'))
  })

  it('puts sentences of several texts together, the first ones first, where none has enough', () => {
    const said = buildMetaDescription(sentence(50), sentence(90, 'b'), sentence(80, 'c'), sentence(20, 'd'))
    expect(said).toBe(`${sentence(50)} ${sentence(90, 'b')}`)
  })

  it('never cuts a sentence, and takes no heading for one', () => {
    expect(buildMetaDescription(sentence(200), 'Services', 'One, Two, Three', sentence(40, 'b'))).toBe(sentence(40, 'b'))
    expect(buildMetaDescription(sentence(200), 'A heading', undefined, '')).toBeUndefined()
  })

  it('says as much as it can where there is little', () => {
    expect(buildMetaDescription('We help. Ask us.', 'Ask us.')).toBe('We help. Ask us.')
  })
})

describe('a description as it is sent', () => {
  it('is what its owner wrote, up to 160 characters', () => {
    expect(trimMetaDescription(` ${sentence(80)}\n${sentence(79, 'b')} `)).toBe(`${sentence(80)} ${sentence(79, 'b')}`)
    expect(trimMetaDescription('Not a sentence')).toBe('Not a sentence')
  })

  it('ends with a sentence where it is longer, and at a word where the first sentence has no end in sight', () => {
    expect(trimMetaDescription(`${sentence(80)} ${sentence(90, 'b')}`)).toBe(sentence(80))
    expect(trimMetaDescription('word '.repeat(60))).toMatch(/^(word ){30}word…$/)
  })
})
