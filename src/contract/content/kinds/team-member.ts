import { defineContentKind } from '../../core/content-kind.ts'
import { imageField, textField } from '../../core/field.ts'

export const teamMember = defineContentKind({
  kind: 'team-member',
  title: 'Team member',
  shape: 'list',
  group: 'home',
  shownOn: ['Home'],
  fields: {
    teamMemberName: textField('Name'),
    teamMemberTitle: textField('Position', { help: 'What this person does for clients, in two or three words.' }),
    teamMemberImg: imageField('Photo', {
      optional: true,
      place: { width: 282, height: 282 },
      help: 'A square photo. Without one, the person’s initials show.',
    }),
  },
  api: { list: '/teamitems', one: '/teamitems/:id', add: '/add-team-Item', update: '/update-teamitems/:id' },
  editor: { home: '/edit-team-text', record: '/edit-team-items/:id', shows: ['teamMemberName', 'teamMemberImg'] },
  messages: { added: 'Team Member Items Section is Updated', updated: 'Team Member Items Section is Updated' },
})
