import { defineContentKind } from '../../core/content-kind.ts'
import { textField } from '../../core/field.ts'

export const achievementCounters = defineContentKind({
  kind: 'counters',
  title: 'Counters',
  shape: 'single',
  group: 'home',
  shownOn: ['Home', 'Services'],
  fields: {
    happyClientsNumber: textField('Happy clients: number', { help: 'A plus sign is added for you: 48 is shown as 48+.' }),
    happyClientsText: textField('Happy clients: label', { help: 'What the number counts.' }),
    projectCompleteNumber: textField('Projects complete: number'),
    projectCompleteText: textField('Projects complete: label'),
    winingAwardNumber: textField('Awards won: number'),
    winingAwardText: textField('Awards won: label'),
    yearofExperienceNumber: textField('Years of experience: number'),
    yearofExperienceText: textField('Years of experience: label'),
    // Not base fields. They support the numbers with a date and a source.
    figuresAsOf: textField('As of', { optional: true, help: 'When the numbers were counted. For example: November 2026.' }),
    figuresSource: textField('Source', { optional: true, help: 'Where they come from. For example: our order records.' }),
  },
  api: { list: '/counters', one: '/counters/:id', add: '/add-counter', update: '/update-counters/:id' },
  editor: {
    home: '/edit-counter',
    record: '/counters/:id',
    // A single number would say too little.
    shows: ['happyClientsNumber', 'happyClientsText', 'projectCompleteNumber', 'projectCompleteText'],
  },
  messages: { added: 'Counter is Updated', updated: 'Counter is Updated' },
})
