import type { AuditAction } from '#contract/audit-actions.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { removeInvisibleCharacters } from '#contract/core/remove-invisible-characters.ts'
import { isEmail } from '#contract/core/text-schemas.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import { defineEmail, type LinkInEmail, type MailService } from '../../mail/mail.ts'
import type { StoredRecord } from './record-row.ts'
import type { RecordBeforeAndAfter } from './store.ts'

export type PayeeChangeMailDependencies = { mail: Pick<MailService, 'enqueue' | 'wake'> }

/** No `before` means a new record, no `after` a deleted one. */
type PayeeRecords = RecordBeforeAndAfter & { otherRecords: readonly StoredRecord[] }

/**
 * Logs a change of the field that `notifyOnChange` names, and emails the old and the new address. Both happen in the
 * transaction of the change. For a new or deleted record, the other records' addresses get the email too.
 */
export async function reportPayeeEmailChange(
  tx: Tx,
  { mail }: PayeeChangeMailDependencies,
  { fields, notifyOnChange, editor }: ContentKind,
  author: string,
  { before, after, otherRecords }: PayeeRecords,
): Promise<void> {
  if (!notifyOnChange) return
  const name = notifyOnChange.field
  const [oldValue, newValue] = [before?.values[name], after?.values[name]]
  if (oldValue === newValue) return
  await recordAuditEntry(tx, {
    actor: author,
    action: notifyOnChange[getChangeVerb({ before, after })] as AuditAction,
    subject: after?.id ?? before?.id ?? '',
    detail: {
      ...(oldValue !== undefined && { [`${name}Before`]: oldValue }),
      ...(newValue !== undefined && { [`${name}After`]: newValue }),
    },
  })
  // A sample's address belongs to no one.
  const recipients = [before, after, ...(before && after ? [] : otherRecords)]
    .filter((one) => one !== undefined && !one.sampleFields)
    .map((one) => removeInvisibleCharacters(one?.values[name] ?? ''))
  const change: FieldChange = {
    label: fields[name]?.label ?? name,
    author,
    ...(oldValue !== undefined && { oldValue }),
    ...(newValue !== undefined && { newValue }),
    editorPath: editor.home as LinkInEmail['path'],
  }
  for (const to of new Set(recipients.filter(isEmail))) await mail.enqueue(tx, buildChangeEmail(to, change))
}

function getChangeVerb({ before, after }: RecordBeforeAndAfter): 'added' | 'changed' | 'deleted' {
  return !before ? 'added' : after ? 'changed' : 'deleted'
}

type FieldChange = { label: string; author: string; oldValue?: string; newValue?: string; editorPath: LinkInEmail['path'] }

const buildChangeEmail = defineEmail<FieldChange>({
  name: 'payment-account-changed',
  title: 'Payment account changed',
  audience: 'admin',
  sentWhen: 'An admin adds, changes or deletes the payment account. It goes to the old and the new address.',
  sample: {
    label: 'Payment email',
    author: 'owner@example.com',
    oldValue: 'old@example.com',
    newValue: 'new@example.com',
    editorPath: '/add-paypal-Email',
  },
  compose: ({ label, author, oldValue = '', newValue = '', editorPath }) => {
    const verb = oldValue === '' ? 'added' : newValue === '' ? 'deleted' : 'changed'
    return {
      subject: `${label} was ${verb}`,
      heading: `${label} was ${verb}`,
      intro: [
        `${author} ${verb} our site’s ${label.toLowerCase()}.`,
        {
          facts: [
            ['Before', oldValue],
            ['Now', newValue],
          ],
        },
        `Didn’t expect this? Talk to ${author} and check it now.`,
      ],
      action: { label: 'Check it now', path: editorPath },
    }
  },
})
