import { defineContentKind } from '../../core/content-kind.ts'
import { textField } from '../../core/field.ts'

export const teamSectionHeading = defineContentKind({
  kind: 'team-text',
  title: 'Team heading',
  shape: 'single',
  group: 'home',
  shownOn: ['Home'],
  fields: {
    teamText: textField('Small heading', { help: 'A short line above the heading.' }),
    teamHeading: textField('Heading', { help: 'Best under 40 characters.' }),
  },
  api: { list: '/teamstext', one: '/teamstext/:id', add: '/add-teammember-text', update: '/teamstext/:id' },
  editor: { home: '/edit-team-text', name: 'Team', record: '/team-text-edit/:id/' },
  messages: { added: 'Team Members Text is Updated', updated: 'Team Text Is Updated' },
})
