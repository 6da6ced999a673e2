import { defineContentKind } from '../../core/content-kind.ts'
import { imageField, linkField, longTextField, textField } from '../../core/field.ts'

export const videoSection = defineContentKind({
  kind: 'video-section',
  title: 'Video section',
  shape: 'single',
  group: 'home',
  shownOn: ['Home'],
  fields: {
    videoSectionTitle: textField('Heading', { help: 'Best under 40 characters.' }),
    videoSectionText: longTextField('Text', { help: 'What the video shows, in one or two sentences.' }),
    videoLink: linkField('Video link', {
      help: 'A YouTube or Vimeo link. The video loads only when a visitor presses Play. You can also link to a page of this site.',
    }),
    imageLink: imageField('Image', {
      place: { width: 688, height: 387 },
      help: 'Shows until the video plays. Best at 16:9.',
    }),
  },
  api: { list: '/videos', one: '/videos/:id', add: '/add-video', update: '/update-videos/:id' },
  editor: { home: '/edit-video', record: '/videotext-edit/:id' },
  messages: { added: 'Video Section is Updated', updated: 'Video Section is Updated' },
})
