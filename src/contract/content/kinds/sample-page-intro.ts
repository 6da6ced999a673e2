import { defineContentKind } from '../../core/content-kind.ts'
import { choiceField, longTextField, textField } from '../../core/field.ts'

/** Pages that show what customers receive, with an invented brokerage. */
export const samplePageNames = ['Sample report', 'Sample audit'] as const

/** The head of a sample page. Without it, the page doesn't exist and no link leads to it. */
export const samplePageIntro = defineContentKind({
  kind: 'sample-sheet',
  title: 'Sample page',
  shape: 'list',
  group: 'services',
  shownOn: samplePageNames,
  pageField: 'samplePage',
  fields: {
    samplePage: choiceField('Page', samplePageNames),
    heading: textField('Heading'),
    lead: longTextField('Text under the heading', { help: 'One sentence; search results show it too.' }),
    preparedFor: textField('Prepared for', { help: 'A made-up brokerage, never a client.' }),
    period: textField('Month'),
    summary: longTextField('Summary', { help: 'Three sentences that make sense on their own.' }),
  },
  unique: 'samplePage',
  api: { list: '/sample-sheets', one: '/sample-sheets/:id', add: '/add-sample-sheet', update: '/sample-sheets/:id' },
  editor: {
    home: '/edit-samples',
    name: 'Sample report and audit',
    record: '/edit-samples/:id',
    shows: ['heading', 'samplePage', 'lead'],
  },
  messages: { added: 'Sample Page is Updated', updated: 'Sample Page is Updated' },
})
