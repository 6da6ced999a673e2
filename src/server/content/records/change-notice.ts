import type { ContentKind } from '../../../contract/grammar/content-kind.ts'
import { isEmail } from '../../../contract/grammar/text.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Mail, Outgoing } from '../../mail/mail.ts'
import type { Tx } from '../../platform/db/write.ts'

/** How word of a change gets out; `origin` is the address of the site. */
export type NoticeParts = { mail: Pick<Mail, 'post' | 'wake'>; origin: string }

type Reading = { id: string; sampleFields: readonly string[] | null; values: Record<string, string> }

/** A record that was changed; without `before` it is new, without `after` it was deleted, and `beside` are the others. */
type Changed = { before?: Reading; after?: Reading; beside: readonly Reading[] }

/**
 * Writes down a change of the field that a content kind names in `notifyOnChange`, and mails it to the old address and the
 * new one: in the transaction that makes it, so that none goes unsaid. Of a record that comes or goes those beside it are
 * told.
 */
export async function noticeChange(
  tx: Tx,
  { mail, origin }: NoticeParts,
  { fields, notifyOnChange, editor }: ContentKind,
  author: string,
  { before, after, beside }: Changed,
): Promise<void> {
  if (!notifyOnChange) return
  const name = notifyOnChange.field
  const [old, next] = [before?.values[name], after?.values[name]]
  if (old === next) return
  await recordAudit(tx, {
    actor: author,
    action: notifyOnChange[doneIn({ before, after })],
    subject: after?.id ?? before?.id ?? '',
    detail: { ...(old !== undefined && { [`${name}Before`]: old }), ...(next !== undefined && { [`${name}After`]: next }) },
  })
  // A sample's address is nobody's.
  const told = [before, after, ...(before && after ? [] : beside)]
    .filter((one) => one !== undefined && !one.sampleFields)
    .map((one) => one?.values[name] ?? '')
  const words = mailAbout({ label: fields[name]?.label ?? name, author, old, next, editor: origin + editor.home })
  for (const to of new Set(told.filter(isEmail))) await mail.post(tx, { to, ...words })
}

type Change = { label: string; author: string; old: string | undefined; next: string | undefined; editor: string }

function doneIn({ before, after }: Pick<Changed, 'before' | 'after'>): 'added' | 'changed' | 'deleted' {
  return !before ? 'added' : after ? 'changed' : 'deleted'
}

function mailAbout({ label, author, old, next, editor }: Change): Omit<Outgoing, 'to'> {
  const what = label.toLowerCase()
  const [verb, sentence] =
    old === undefined
      ? ['added', `added a ${what} to our site: ${next}`]
      : next === undefined
        ? ['deleted', `deleted a ${what} of our site: ${old}`]
        : ['changed', `changed the ${what} of our site from ${old} to ${next}`]
  const text = `${author} ${sentence}

If that is not right, talk to ${author} and look at it at once:

${editor}`
  return { subject: `${label} was ${verb}`, text }
}
