import { defineContentKind } from '../../grammar/content-kind.ts'
import { choice, longText, text } from '../../grammar/field.ts'
import { sampleSheet } from './sample-sheet.ts'

/** From the first to the last: a high effect for little effort comes first. */
export const effects = ['High', 'Medium', 'Low'] as const
export const efforts = ['Small', 'Medium', 'Large'] as const

export const auditFinding = defineContentKind({
  kind: 'audit-finding',
  title: 'Audit finding',
  shape: 'list',
  group: 'otherPages',
  shownOn: ['Sample audit'],
  fields: {
    findingTitle: text('Finding'),
    effect: choice('Impact', effects),
    effort: choice('Effort', efforts, { help: 'The page ranks by both.' }),
    evidence: longText('Evidence'),
    remedy: longText('Fix'),
  },
  api: { list: '/audit-findings', one: '/audit-findings/:id', add: '/add-audit-finding', update: '/audit-findings/:id' },
  editor: {
    home: sampleSheet.editor.home,
    record: '/edit-audit-finding/:id',
    shows: ['findingTitle', 'effect', 'effort'],
  },
  messages: { added: 'Finding is Updated', updated: 'Finding is Updated' },
})
