import { isSafeLink } from '#contract/core/text-schemas.ts'
import type { Answers, StoredBriefQuestion } from './store.ts'

/** A word for a secret, then a colon, an equals sign or "is", then a value: `Password: hunter2`. */
const LABELED_VALUE =
  /\b(?:password|passcode|passphrase|passwd|pwd?|pin code|api[ _-]?key|secret|access token|recovery code)\s*(is\s|[:=])\s*(\S+)/gi

/** Private keys, the keys of well-known services, and a password inside a URL. */
const KNOWN_SECRETS = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\b(?:AKIA[0-9A-Z]{16}|gh[pousr]_\w{30}|[sr]k_(?:live|test)_\w{16}|AIza[\w-]{35}|xox[bp]-\w{10})/,
  /:\/\/[^\s/:@]+:[^\s/@]+@/,
]

type CheckOptions = { isSent: boolean; inviteEmail: string }

/** Returns a sentence for each answer at fault, by question id. A brief that is sent needs all required answers. */
export function checkAnswers(
  questions: readonly StoredBriefQuestion[],
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

function checkAnswer({ type, choices }: StoredBriefQuestion, answer: string, inviteEmail: string): string | undefined {
  if (answer.trim() === '') return undefined
  if (containsPasswordOrKey(answer)) return `Please don’t send passwords. Invite ${inviteEmail} instead.`
  if (type === 'choice' && !choices.includes(answer)) return 'Choose one of the answers.'
  if (type === 'yes or no' && !['Yes', 'No'].includes(answer)) return 'Answer Yes or No.'
  if (type === 'link' && !isSafeLink(answer)) return 'Enter a link such as https://example.com.'
  return undefined
}

/** Returns whether a text seems to hold a password or a key. */
export function containsPasswordOrKey(text: string): boolean {
  if (KNOWN_SECRETS.some((pattern) => pattern.test(text))) return true
  // "My password is kept by Bob" holds none, so a value after "is" needs a digit.
  return [...text.matchAll(LABELED_VALUE)].some(
    ([, separator = '', value = '']) => value.length >= 4 && (/^[:=]/.test(separator) || /\d/.test(value)),
  )
}
