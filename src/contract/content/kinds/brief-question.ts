import { defineContentKind } from '../../core/content-kind.ts'
import { choiceField, linkField, longTextField, textField } from '../../core/field.ts'

/** How a client answers a question. A list has one entry per line. An access isn't answered: it has a state. */
export const answerTypes = ['short text', 'long text', 'list', 'link', 'choice', 'yes or no', 'access'] as const
export type AnswerType = (typeof answerTypes)[number]

/** A question that clients answer after they pay. Each order keeps the questions of its day. */
export const briefQuestion = defineContentKind({
  kind: 'brief-question',
  title: 'Question for clients',
  shape: 'list',
  group: 'more',
  shownOn: [],
  isOptional: true,
  read: 'admin',
  fields: {
    question: textField('Question'),
    questionHelp: longTextField('Help', { optional: true, help: 'One or two sentences below the question.' }),
    answerType: choiceField('Answer', answerTypes, {
      choiceLabels: {
        'short text': 'One line',
        'long text': 'Several lines',
        list: 'A list, one entry per line',
        link: 'A link',
        choice: 'One of the choices below',
        'yes or no': 'Yes or no',
        access: 'Access that we need: not yet, invited, confirmed',
      },
    }),
    answerChoices: longTextField('Choices', { optional: true, help: 'One per line. Only if the client picks one of them.' }),
    accessLink: linkField('Link to how it is done', { optional: true, help: 'Only for an access.' }),
    answerRequired: choiceField('Required', ['Yes', 'No']),
  },
  rule: ({ answerType, answerChoices = '' }) => ({
    ...(answerType === 'choice' &&
      splitLines(answerChoices).length < 2 && { answerChoices: 'Enter at least two choices, one per line.' }),
  }),
  api: { list: '/brief-questions', one: '/brief-question/:id', add: '/add-brief-question', update: '/brief-question/:id' },
  editor: {
    home: '/edit-brief-questions',
    name: 'Questions for clients',
    record: '/edit-brief-questions/:id',
    shows: ['question', 'answerType', 'answerRequired'],
  },
  messages: { added: 'Question is added', updated: 'Question is updated' },
})

/** Returns the trimmed lines, without empty ones. */
export function splitLines(text: string): string[] {
  return text.split('\n').flatMap((line) => line.trim() || [])
}
