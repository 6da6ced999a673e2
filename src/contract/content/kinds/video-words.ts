import { text } from '../../grammar/field.ts'
import { defineWords } from '../../grammar/words.ts'
import { videoSection } from './video-section.ts'

export const videoWords = defineWords({
  kind: 'video-words',
  part: 'Video',
  beside: videoSection,
  fields: {
    smallHeading: text('Small heading', { initial: 'Video', optional: true }),
    playerNote: text('Line beside the lock', {
      initial: 'The player loads from {host} only when you press Play.',
      optional: true,
      help: '{host} stands for YouTube or Vimeo.',
    }),
    open: text('Button to a page of this site', { initial: 'Open the sample', most: 24 }),
    play: text('Button', { initial: 'Play', most: 24 }),
  },
})
