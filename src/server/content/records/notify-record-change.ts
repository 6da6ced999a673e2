import type { ContentKind } from '../../../contract/core/content-kind.ts'
import { isEmail } from '../../../contract/core/text-schemas.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import type { MailService, OutgoingEmail } from '../../mail/mail.ts'
import type { Tx } from '../../platform/db/database-writer.ts'

/** `origin` is the origin of the site's URL. */
export type NotificationOptions = { mail: Pick<MailService, 'enqueue' | 'wake'>; origin: string }

type RecordState = { id: string; sampleFields: readonly string[] | null; values: Record<string, string> }

/** No `before` means a new record, no `after` a deleted one. */
type RecordStates = { before?: RecordState; after?: RecordState; otherRecords: readonly RecordState[] }

/**
 * Logs a change of the field that `notifyOnChange` names, and emails the old and the new address. Both happen in the
 * transaction of the change. For a new or deleted record, the other records' addresses get the email too.
 */
export async function notifyRecordChange(
  tx: Tx,
  { mail, origin }: NotificationOptions,
  { fields, notifyOnChange, editor }: ContentKind,
  author: string,
  { before, after, otherRecords }: RecordStates,
): Promise<void> {
  if (!notifyOnChange) return
  const name = notifyOnChange.field
  const [oldValue, newValue] = [before?.values[name], after?.values[name]]
  if (oldValue === newValue) return
  await recordAuditEntry(tx, {
    actor: author,
    action: notifyOnChange[getChangeVerb({ before, after })],
    subject: after?.id ?? before?.id ?? '',
    detail: {
      ...(oldValue !== undefined && { [`${name}Before`]: oldValue }),
      ...(newValue !== undefined && { [`${name}After`]: newValue }),
    },
  })
  // A sample's address belongs to no one.
  const recipients = [before, after, ...(before && after ? [] : otherRecords)]
    .filter((one) => one !== undefined && !one.sampleFields)
    .map((one) => one?.values[name] ?? '')
  const emailContent = buildChangeEmail({
    label: fields[name]?.label ?? name,
    author,
    oldValue,
    newValue,
    editor: origin + editor.home,
  })
  for (const to of new Set(recipients.filter(isEmail))) await mail.enqueue(tx, { to, ...emailContent })
}

type FieldChange = { label: string; author: string; oldValue: string | undefined; newValue: string | undefined; editor: string }

function getChangeVerb({ before, after }: Pick<RecordStates, 'before' | 'after'>): 'added' | 'changed' | 'deleted' {
  return !before ? 'added' : after ? 'changed' : 'deleted'
}

function buildChangeEmail({ label, author, oldValue, newValue, editor }: FieldChange): Omit<OutgoingEmail, 'to'> {
  const fieldLabel = label.toLowerCase()
  const [verb, sentence] =
    oldValue === undefined
      ? ['added', `added a ${fieldLabel} to our site: ${newValue}`]
      : newValue === undefined
        ? ['deleted', `deleted a ${fieldLabel} of our site: ${oldValue}`]
        : ['changed', `changed the ${fieldLabel} of our site from ${oldValue} to ${newValue}`]
  const text = `${author} ${sentence}

If that is not right, talk to ${author} and look at it at once:

${editor}`
  return { subject: `${label} was ${verb}`, text }
}
