import { defineCopyKind } from '../../core/define-page-copy-kind.ts'
import { textField } from '../../core/field.ts'
import { videoSection } from './video-section.ts'

export const videoCopy = defineCopyKind({
  kind: 'video-words',
  part: 'Video',
  siblingKind: videoSection,
  fields: {
    smallHeading: textField('Small heading', { initial: 'Video', optional: true }),
    playerNote: textField('Line beside the lock', {
      initial: 'The player loads from {host} only when you press Play.',
      optional: true,
      help: '{host} stands for YouTube or Vimeo.',
    }),
    open: textField('Button when the link is a page of this site', { initial: 'Open the sample', maxLength: 24 }),
    play: textField('Button', { initial: 'Play', maxLength: 24 }),
  },
})
