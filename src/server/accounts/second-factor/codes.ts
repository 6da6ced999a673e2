import { Refusal } from '../../../contract/refusal.ts'

/** A code of an app as it is compared: people type the gap that the app shows. */
export function appCodeOf(typed: string): string {
  return typed.replace(/[\s-]/g, '')
}

export function wrongCode(
  sentence = 'This code is not right, or was used before. Codes change every 30 seconds: try the next one.',
): Refusal {
  return new Refusal(400, sentence, { code: sentence })
}
