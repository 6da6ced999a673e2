import { defineContentKind } from '../../grammar/content-kind.ts'
import { text } from '../../grammar/field.ts'

export const counters = defineContentKind({
  kind: 'counters',
  title: 'Counters',
  shape: 'single',
  group: 'home',
  shownOn: ['Home', 'Services'],
  fields: {
    happyClientsNumber: text('Happy clients: number', { help: 'A plus sign is added for you: 48 is shown as 48+.' }),
    happyClientsText: text('Happy clients: words', { help: 'What the number counts.' }),
    projectCompleteNumber: text('Projects complete: number'),
    projectCompleteText: text('Projects complete: words'),
    winingAwardNumber: text('Awards won: number'),
    winingAwardText: text('Awards won: words'),
    yearofExperienceNumber: text('Years of experience: number'),
    yearofExperienceText: text('Years of experience: words'),
    // What the specification's record does not have: what makes the numbers more than a claim.
    figuresAsOf: text('As of', { optional: true, help: 'When the numbers were counted. For example: November 2026.' }),
    figuresSource: text('Source', { optional: true, help: 'Where they come from. For example: our order records.' }),
  },
  api: { list: '/counters', one: '/counters/:id', add: '/add-counter', update: '/update-counters/:id' },
  editor: {
    home: '/edit-counter',
    record: '/counters/:id',
    // One number alone would say nothing.
    shows: ['happyClientsNumber', 'happyClientsText', 'projectCompleteNumber', 'projectCompleteText'],
  },
  messages: { added: 'Counter is Updated', updated: 'Counter is Updated' },
})
