import { defineContentKind } from '../../core/content-kind.ts'
import { choiceField, formattedTextField, textField } from '../../core/field.ts'

/** One heading with its text on the privacy page or the terms page. */
export const legalClause = defineContentKind({
  kind: 'legal-clause',
  title: 'Legal text',
  shape: 'list',
  group: 'contact',
  shownOn: ['Privacy', 'Terms'],
  pageField: 'legalPage',
  fields: {
    legalPage: choiceField('Page', ['Privacy', 'Terms']),
    clauseTitle: textField('Heading'),
    clauseText: formattedTextField('Text', { help: 'An empty line starts a new paragraph.' }),
  },
  api: { list: '/legal-clauses', one: '/legal-clauses/:id', add: '/add-legal-clause', update: '/legal-clauses/:id' },
  editor: {
    home: '/edit-legal',
    name: 'Legal texts',
    record: '/edit-legal/:id',
    shows: ['clauseTitle', 'legalPage', 'clauseText'],
  },
  ownerOnlyFields: ['clauseText'],
  messages: { added: 'Legal Text is Updated', updated: 'Legal Text is Updated' },
})
