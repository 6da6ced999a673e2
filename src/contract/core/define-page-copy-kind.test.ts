import { describe, expect, it } from 'vitest'
import { banner } from '../content/kinds/banner.ts'
import { pricingCopy } from '../content/kinds/pricing-copy.ts'
import { pricingPackage } from '../content/kinds/pricing-package.ts'
import { defineCopyKind, excludeCopyKinds, fillPlaceholders, getDefaultCopyTexts } from './define-page-copy-kind.ts'
import { textField } from './field.ts'
import { buildAddRecordSchema, buildUpdateRecordSchema } from './record-schemas.ts'

const example = defineCopyKind({
  kind: 'example-words',
  part: 'Example',
  siblingKind: banner,
  fields: {
    mainHeading: textField('Heading', { initial: 'Hello' }),
    note: textField('Note', { initial: 'Small print', optional: true, help: 'Under it.' }),
    button: textField('Button', { initial: 'Go', maxLength: 5 }),
  },
})

describe('a copy kind', () => {
  it('shares the page, the group and the public pages of its sibling kind', () => {
    const { group, shownOn, editor, title, messages } = example
    expect({ group, shownOn, home: editor.home }).toEqual({ group: 'home', shownOn: ['Home'], home: '/edit-banner' })
    expect([title, messages.added]).toEqual(['Other example text', 'Example Text is Updated'])
  })

  it('has the default copy until a record exists, and fills in what an add leaves out', () => {
    expect(getDefaultCopyTexts(example)).toEqual({ mainHeading: 'Hello', note: 'Small print', button: 'Go' })
    expect(buildAddRecordSchema(example).parse({ mainHeading: 'Welcome' })).toEqual({
      mainHeading: 'Welcome',
      note: 'Small print',
      button: 'Go',
    })
  })

  it('explains that an empty optional text is hidden, and refuses an empty heading', () => {
    expect(example.fields.note.help).toBe('Under it. Blank = not shown.')
    expect(example.fields.mainHeading.help).toBeUndefined()
    const emptied = buildUpdateRecordSchema(example).safeParse({ mainHeading: ' ', note: '', button: 'Go' })
    expect(emptied.error?.issues.map(({ message }) => message)).toEqual(['Heading is required.'])
  })

  it('limits the length of its texts', () => {
    const tooLong = buildUpdateRecordSchema(example).safeParse({ mainHeading: 'x', note: 'x', button: 'Go now' })
    expect(tooLong.error?.issues.map(({ message }) => message)).toEqual(['Button must be at most 5 characters.'])
  })

  it('does not count as content of an editor page, unless it is the only kind there', () => {
    expect(excludeCopyKinds([pricingPackage, pricingCopy])).toEqual([pricingPackage])
    expect(excludeCopyKinds([pricingCopy])).toEqual([pricingCopy])
  })
})

describe('a placeholder', () => {
  it('is replaced everywhere by any value, and stays if no value is given', () => {
    expect(fillPlaceholders('{name} and {name}', { name: '$& {name}' })).toBe('$& {name} and $& {name}')
    expect(fillPlaceholders('{count} of {other}', { count: 3 })).toBe('3 of {other}')
    expect(fillPlaceholders('none', { count: 3 })).toBe('none')
  })
})
