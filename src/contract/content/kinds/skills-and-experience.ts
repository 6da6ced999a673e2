import { defineContentKind } from '../../core/content-kind.ts'
import { longTextField, textField } from '../../core/field.ts'

export const skillsAndExperience = defineContentKind({
  kind: 'experience',
  title: 'Skills and experience',
  shape: 'single',
  group: 'services',
  shownOn: ['Services'],
  fields: {
    experienceText: textField('Small heading', { help: 'A short line above the heading.' }),
    experienceHeading: textField('Heading', { help: 'Best under 60 characters.' }),
    experienceDetails: longTextField('Details', {
      help: 'One paragraph beside the skill bars. The bars are fixed at 85, 65 and 79 percent.',
    }),
    skillOneText: textField('First skill', { hidden: 'onUpdate' }),
    skillOneNumber: textField('First skill: percent', {
      hidden: 'onUpdate',
      help: 'Stored with the record. The page always shows 85, 65 and 79 percent.',
    }),
    skillTwoText: textField('Second skill', { hidden: 'onUpdate' }),
    skillTwoNumber: textField('Second skill: percent', { hidden: 'onUpdate' }),
    skillThreeText: textField('Third skill', { hidden: 'onUpdate' }),
    skillThreeNumber: textField('Third skill: percent', { hidden: 'onUpdate' }),
  },
  api: { list: '/experiences', one: '/experiences/:id', add: '/add-experience', update: '/update-experiences/:id' },
  editor: { home: '/edit-experience', record: '/edit-experience/:id', labels: { edit: 'Update Exprience Section' } },
  messages: { added: 'Experience Section is Updated', updated: 'Experience Section is Updated' },
})
