import { defineContentKind } from '../../grammar/content-kind.ts'
import { image, profile, text } from '../../grammar/field.ts'

export const videoMember = defineContentKind({
  kind: 'video-member',
  title: 'Team member with social links',
  shape: 'list',
  group: 'home',
  shownOn: ['Home'],
  fields: {
    membername: text('Name'),
    memberPosition: text('Position', { help: 'What this person does for clients, in two or three words.' }),
    memberImg: image('Picture', {
      optional: true,
      place: { width: 282, height: 282 },
      help: 'A square picture. Without one, the initials stand in its place.',
    }),
    facebookLink: profile('Facebook link', { help: 'The full address of the profile.' }),
    twitterLink: profile('Twitter (X) link'),
    linkedinLink: profile('LinkedIn link'),
    youtubeLink: profile('YouTube link'),
  },
  api: { list: '/videos-items', one: '/videos-items/:id', add: '/add-video-item', update: '/videos-items/:id' },
  editor: { home: '/edit-video', record: '/video/:id', shows: ['membername', 'memberImg', 'memberPosition'] },
  messages: { added: 'Team Members Item is Added', updated: 'Team Member Items Section is Updated' },
})
