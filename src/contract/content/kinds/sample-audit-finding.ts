import { defineContentKind } from '../../core/content-kind.ts'
import { choiceField, longTextField, textField } from '../../core/field.ts'
import { samplePageIntro } from './sample-page-intro.ts'

/** In display order: a high effect for little effort comes first. */
export const findingImpactLevels = ['High', 'Medium', 'Low'] as const
export const findingEfforts = ['Small', 'Medium', 'Large'] as const

export const sampleAuditFinding = defineContentKind({
  kind: 'audit-finding',
  title: 'Audit finding',
  shape: 'list',
  group: 'services',
  shownOn: ['Sample audit'],
  fields: {
    findingTitle: textField('Finding'),
    effect: choiceField('Impact', findingImpactLevels),
    effort: choiceField('Effort', findingEfforts, { help: 'The page ranks findings by impact and effort.' }),
    evidence: longTextField('Evidence'),
    remedy: longTextField('Fix'),
  },
  api: { list: '/audit-findings', one: '/audit-findings/:id', add: '/add-audit-finding', update: '/audit-findings/:id' },
  editor: {
    home: samplePageIntro.editor.home,
    record: '/edit-audit-finding/:id',
    shows: ['findingTitle', 'effect', 'effort'],
  },
  messages: { added: 'Finding is Updated', updated: 'Finding is Updated' },
})
