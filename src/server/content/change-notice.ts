import type { Section } from '../../contract/section.ts'
import { isEmail } from '../../contract/text.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Tx } from '../db/write.ts'
import type { Mail, Outgoing } from '../mail/mail.ts'

/** How word of a change gets out; `origin` is the address of the site. */
export type NoticeParts = { mail: Pick<Mail, 'post' | 'wake'>; origin: string }

type Reading = { id: string; isSample: boolean; values: Record<string, string> }

/** A record that was changed; without `before` it is new, and `beside` are those that were there already. */
type Changed = { before?: Reading; after: Reading; beside?: readonly Reading[] }

/**
 * Writes down a change of the field that a section names in `notifyOnChange`, and mails it to the old address and the
 * new one: in the transaction that makes it, so that none goes unsaid. Of a new record those beside it are told.
 */
export async function noticeChange(
  tx: Tx,
  { mail, origin }: NoticeParts,
  { fields, notifyOnChange, editor }: Section,
  author: string,
  { before, after, beside = [] }: Changed,
): Promise<void> {
  if (!notifyOnChange) return
  const name = notifyOnChange.field
  const [old, next = ''] = [before?.values[name], after.values[name]]
  if (old === next) return
  await recordAudit(tx, {
    actor: author,
    action: before ? notifyOnChange.changed : notifyOnChange.added,
    subject: after.id,
    detail: { ...(old !== undefined && { [`${name}Before`]: old }), [`${name}After`]: next },
  })
  // A sample's address is nobody's.
  const told = [...(before ? [before] : beside), after]
    .filter(({ isSample }) => !isSample)
    .map(({ values }) => values[name] ?? '')
  const words = mailAbout({ label: fields[name]?.label ?? name, author, old, next, editor: origin + editor.home })
  for (const to of new Set(told.filter(isEmail))) await mail.post(tx, { to, ...words })
}

type Change = { label: string; author: string; old: string | undefined; next: string; editor: string }

function mailAbout({ label, author, old, next, editor }: Change): Omit<Outgoing, 'to'> {
  const what = label.toLowerCase()
  const sentence =
    old === undefined ? `added a ${what} to our site: ${next}` : `changed the ${what} of our site from ${old} to ${next}`
  const text = `${author} ${sentence}

If that is not right, talk to ${author} and look at it at once:

${editor}`
  return { subject: `${label} was ${old === undefined ? 'added' : 'changed'}`, text }
}
