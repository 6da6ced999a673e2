import { defineContentKind } from '../../core/content-kind.ts'
import { imageField, socialProfileField, textField } from '../../core/field.ts'

export const teamMemberWithSocialLinks = defineContentKind({
  kind: 'video-member',
  title: 'Team member with social links',
  shape: 'list',
  group: 'home',
  shownOn: ['Home'],
  fields: {
    membername: textField('Name'),
    memberPosition: textField('Position', { help: 'What this person does for clients, in two or three words.' }),
    memberImg: imageField('Photo', {
      optional: true,
      place: { width: 282, height: 282 },
      help: 'A square photo. Without one, the person’s initials show.',
    }),
    facebookLink: socialProfileField('Facebook link', { help: 'The full link to the profile.' }),
    twitterLink: socialProfileField('Twitter (X) link'),
    linkedinLink: socialProfileField('LinkedIn link'),
    youtubeLink: socialProfileField('YouTube link'),
  },
  api: { list: '/videos-items', one: '/videos-items/:id', add: '/add-video-item', update: '/videos-items/:id' },
  editor: { home: '/edit-video', record: '/video/:id', shows: ['membername', 'memberImg', 'memberPosition'] },
  messages: { added: 'Team Members Item is Added', updated: 'Team Member Items Section is Updated' },
})
