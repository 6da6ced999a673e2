import { image, longText, text } from '../field.ts'
import { defineSection } from '../section.ts'

export const workStep = defineSection({
  kind: 'work-step',
  title: 'Work step',
  shape: 'list',
  group: 'home',
  shownOn: ['Home'],
  fields: {
    stepNumber: text('Number', { help: '01, 02, 03 or 04. Steps with any other number are not shown.' }),
    stepTitle: text('Title', { help: 'One or two words.' }),
    stepDetails: longText('Details', { help: 'Two or three short sentences.' }),
    stapIcon: image('Picture', { help: 'The drawing above the number.' }),
  },
  api: { list: '/worksec', one: '/worksec/:id', add: '/add-worksec', update: '/update-worksec/:id' },
  editor: {
    home: '/edit-work',
    record: '/edit-work/:id',
    shows: ['stepTitle', 'stepNumber', 'stepDetails'],
    only: { field: 'stepNumber', oneOf: ['01', '02', '03', '04'] },
  },
  messages: { added: 'Work Step is Updated', updated: 'Work Section is Updated' },
})
