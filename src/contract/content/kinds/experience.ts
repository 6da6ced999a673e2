import { defineContentKind } from '../../grammar/content-kind.ts'
import { longText, text } from '../../grammar/field.ts'

export const experience = defineContentKind({
  kind: 'experience',
  title: 'Skills and experience',
  shape: 'single',
  group: 'otherPages',
  shownOn: ['Services'],
  fields: {
    experienceText: text('Small heading', { help: 'The short line above the heading.' }),
    experienceHeading: text('Heading', { help: 'Best under 60 characters.' }),
    experienceDetails: longText('Details', { help: 'One paragraph beside the skill bars.' }),
    skillOneText: text('First skill', { hidden: 'onUpdate' }),
    skillOneNumber: text('First skill: percent', { hidden: 'onUpdate', help: 'A whole number without the sign, such as 85.' }),
    skillTwoText: text('Second skill', { hidden: 'onUpdate' }),
    skillTwoNumber: text('Second skill: percent', { hidden: 'onUpdate' }),
    skillThreeText: text('Third skill', { hidden: 'onUpdate' }),
    skillThreeNumber: text('Third skill: percent', { hidden: 'onUpdate' }),
  },
  api: { list: '/experiences', one: '/experiences/:id', add: '/add-experience', update: '/update-experiences/:id' },
  editor: { home: '/edit-experience', record: '/edit-experience/:id', words: { edit: 'Update Exprience Section' } },
  messages: { added: 'Experience Section is Updated', updated: 'Experience Section is Updated' },
})
