import { defineContentKind } from '../../core/content-kind.ts'
import { choiceField, iconField, longTextField, textField } from '../../core/field.ts'

export const workStep = defineContentKind({
  kind: 'work-step',
  title: 'Work step',
  shape: 'list',
  group: 'home',
  shownOn: ['Home'],
  fields: {
    // The calls accept only these steps (P-27).
    stepNumber: choiceField('Number', ['01', '02', '03', '04'], { help: 'You can use each of the four steps once.' }),
    stepTitle: textField('Title', { help: 'One or two words.' }),
    stepDetails: longTextField('Details', { help: 'Two or three short sentences.' }),
    stapIcon: iconField('Image', { help: 'The illustration above the number.' }),
  },
  unique: 'stepNumber',
  api: { list: '/worksec', one: '/worksec/:id', add: '/add-worksec', update: '/update-worksec/:id' },
  editor: {
    home: '/edit-work',
    name: 'Work steps',
    record: '/edit-work/:id',
    shows: ['stepTitle', 'stepNumber', 'stepDetails'],
  },
  messages: { added: 'Work Step is Updated', updated: 'Work Section is Updated' },
})
