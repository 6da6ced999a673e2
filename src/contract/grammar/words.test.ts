import { describe, expect, it } from 'vitest'
import { banner } from '../content/kinds/banner.ts'
import { pricingPackage } from '../content/kinds/pricing-package.ts'
import { pricingWords } from '../content/kinds/pricing-words.ts'
import { contentKinds } from '../content-kinds.ts'
import { addBody, updateBody } from './content-kind-schema.ts'
import { text } from './field.ts'
import { defineWords, filled, isWords, ownWords, withoutWords } from './words.ts'

const example = defineWords({
  kind: 'example-words',
  part: 'Example',
  beside: banner,
  fields: {
    mainHeading: text('Heading', { initial: 'Hello' }),
    note: text('Note', { initial: 'Small print', optional: true, help: 'Under it.' }),
    button: text('Button', { initial: 'Go', most: 5 }),
  },
})

describe('the words of a part', () => {
  it('stand on the screen, in the group and on the pages of the kind beside which they are declared', () => {
    const { group, shownOn, editor, title, messages } = example
    expect({ group, shownOn, home: editor.home }).toEqual({ group: 'home', shownOn: ['Home'], home: '/edit-banner' })
    expect([title, messages.added]).toEqual(['Example words', 'Example Words are Updated'])
  })

  it('are those of the product until somebody says something else, and what is left out of an addition stays so', () => {
    expect(ownWords(example)).toEqual({ mainHeading: 'Hello', note: 'Small print', button: 'Go' })
    expect(addBody(example).parse({ mainHeading: 'Welcome' })).toEqual({
      mainHeading: 'Welcome',
      note: 'Small print',
      button: 'Go',
    })
  })

  it('say of a line that may be empty what becomes of it then, and refuse an empty heading', () => {
    expect(example.fields.note.help).toBe('Under it. Left empty, it is not shown.')
    expect(example.fields.mainHeading.help).toBeUndefined()
    const emptied = updateBody(example).safeParse({ mainHeading: ' ', note: '', button: 'Go' })
    expect(emptied.error?.issues.map(({ message }) => message)).toEqual(['Heading is required.'])
  })

  it('are no longer than there is room for', () => {
    const tooLong = updateBody(example).safeParse({ mainHeading: 'x', note: 'x', button: 'Go now' })
    expect(tooLong.error?.issues.map(({ message }) => message)).toEqual(['Button must be at most 5 characters.'])
  })

  it.each(contentKinds.filter(isWords).map((contentKind) => [contentKind.kind, contentKind] as const))(
    'pass their own checks: %s',
    (_, contentKind) => {
      expect(updateBody(contentKind).parse(ownWords(contentKind))).toEqual(ownWords(contentKind))
    },
  )

  it('tell nothing of how full a screen is, unless it has nothing else', () => {
    expect(withoutWords([pricingPackage, pricingWords])).toEqual([pricingPackage])
    expect(withoutWords([pricingWords])).toEqual([pricingWords])
  })
})

describe('a value in the middle of words', () => {
  it('takes the place of its name, as often as that is there, whatever it holds', () => {
    expect(filled('{name} and {name}', { name: '$& {name}' })).toBe('$& {name} and $& {name}')
    expect(filled('{count} of {other}', { count: 3 })).toBe('3 of {other}')
    expect(filled('none', { count: 3 })).toBe('none')
  })
})
