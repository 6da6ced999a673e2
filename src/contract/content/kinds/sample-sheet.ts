import { defineContentKind } from '../../grammar/content-kind.ts'
import { choice, longText, text } from '../../grammar/field.ts'

/** The pages that show what customers receive, on the example of a brokerage that is made up. */
export const samplePages = ['Sample report', 'Sample audit'] as const

/** The head of a sample: without it there is none, and nothing leads to its page. */
export const sampleSheet = defineContentKind({
  kind: 'sample-sheet',
  title: 'Sample page',
  shape: 'list',
  group: 'otherPages',
  shownOn: samplePages,
  pageField: 'samplePage',
  fields: {
    samplePage: choice('Page', samplePages),
    heading: text('Heading'),
    lead: longText('Text under it', { help: 'One sentence; search results show it too.' }),
    preparedFor: text('Prepared for', { help: 'A made-up brokerage, never a client.' }),
    period: text('Month'),
    summary: longText('Summary', { help: 'Three sentences that stand alone.' }),
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
