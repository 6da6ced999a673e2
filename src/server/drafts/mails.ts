import type { Outgoing } from '../mail/mail.ts'

/** Says why the draft is not public, although its time has come. */
export function failedMail(at: number, sentences: readonly string[], origin: string): Omit<Outgoing, 'to'> {
  const text = `The draft of your site was to be published at ${new Date(at).toUTCString()}, and it was not.

${sentences.join('\n\n')}

The site is as it was, and the draft is kept. Have a look at it, and publish it or choose another time:

${origin}/setting`
  return { subject: 'The draft of your site was not published', text }
}
