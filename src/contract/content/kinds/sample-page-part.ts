import { defineContentKind } from '../../core/content-kind.ts'
import { choiceField, longTextField, tableField, textField } from '../../core/field.ts'
import { samplePageIntro, samplePageNames } from './sample-page-intro.ts'

/** One heading of a sample page with its content. A table can become a chart. */
export const samplePagePart = defineContentKind({
  kind: 'sample-part',
  title: 'Sample part',
  shape: 'list',
  group: 'services',
  shownOn: samplePageNames,
  pageField: 'samplePage',
  fields: {
    samplePage: choiceField('Page', samplePageNames),
    partTitle: textField('Heading'),
    look: choiceField('Layout', ['Text', 'List', 'To-do list', 'Table', 'Charts by month', 'Bars', 'Positions', 'Findings'], {
      choiceLabels: { List: 'List with check marks' },
    }),
    partText: longTextField('Text', { optional: true }),
    figures: tableField('Figures', {
      optional: true,
      help: 'One row per line, with | between the cells. You can paste rows from a spreadsheet.',
    }),
  },
  api: { list: '/sample-parts', one: '/sample-parts/:id', add: '/add-sample-part', update: '/sample-parts/:id' },
  editor: { home: samplePageIntro.editor.home, record: '/edit-sample-part/:id', shows: ['partTitle', 'samplePage', 'partText'] },
  messages: { added: 'Sample Part is Updated', updated: 'Sample Part is Updated' },
})
