import { expect, it } from 'vitest'
import { briefQuestion } from '#contract/content/kinds/brief-question.ts'
import { getFieldTextForList } from './record-titles.ts'

const record = { id: 'one', isSample: false, values: { question: ' Which areas? ', answerType: 'list', answerRequired: 'Yes' } }

it('names the field of a choice in a list, and shows its label', () => {
  expect(getFieldTextForList(briefQuestion, record, 'answerType')).toBe('Answer: A list, one entry per line')
  expect(getFieldTextForList(briefQuestion, record, 'answerRequired')).toBe('Required: Yes')
})

it('shows other texts as they are, and nothing for an empty choice', () => {
  expect(getFieldTextForList(briefQuestion, record, 'question')).toBe('Which areas?')
  expect(getFieldTextForList(briefQuestion, { ...record, values: {} }, 'answerType')).toBe('')
})
