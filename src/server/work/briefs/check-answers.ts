import { isSafeLink } from '../../../contract/core/text-schemas.ts'
import { looksLikeSecret } from './secret-like-text.ts'
import type { Answers, Question } from './store.ts'

type CheckOptions = { isSent: boolean; inviteEmail: string }

/** Returns a sentence for each answer at fault, by question id. A brief that is sent needs all required answers. */
export function checkAnswers(
  questions: readonly Question[],
  answers: Answers,
  { isSent, inviteEmail }: CheckOptions,
): Record<string, string> {
  const problems: Record<string, string> = {}
  const byId = new Map(questions.map((question) => [question.id, question]))
  for (const [id, answer] of Object.entries(answers)) {
    const question = byId.get(id)
    const problem = question ? checkAnswer(question, answer, inviteEmail) : 'This order has no such question.'
    if (problem !== undefined) problems[id] = problem
  }
  if (isSent)
    for (const { id, question, required } of questions)
      if (required && (answers[id] ?? '').trim() === '') problems[id] = `Answer “${question}” before you send.`
  return problems
}

function checkAnswer({ type, choices }: Question, answer: string, inviteEmail: string): string | undefined {
  if (answer.trim() === '') return undefined
  if (looksLikeSecret(answer)) return `Please don’t send passwords. Invite ${inviteEmail} instead.`
  if (type === 'choice' && !choices.includes(answer)) return 'Choose one of the answers.'
  if (type === 'yes or no' && !['Yes', 'No'].includes(answer)) return 'Answer Yes or No.'
  if (type === 'link' && !isSafeLink(answer)) return 'Enter a link such as https://example.com.'
  return undefined
}
