import { type AuditEntry, recordAudit } from '../audit/audit.ts'
import type { Outgoing } from '../mail/mail.ts'
import type { Parts } from './parts.ts'

/**
 * Writes down what was done to an account and tells its owner. After the deed, because the
 * authentication library has done that in a transaction of its own.
 */
export async function writeDown({ database, mail }: Parts, entry: AuditEntry, ...mails: Outgoing[]): Promise<void> {
  await database.write(async (tx) => {
    await recordAudit(tx, entry)
    for (const one of mails) await mail.post(tx, one)
  })
  if (mails.length > 0) mail.wake()
}
