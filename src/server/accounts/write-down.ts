import { type AuditEntry, recordAudit } from '../audit/audit.ts'
import type { Outgoing } from '../mail/mail.ts'
import type { Parts } from './parts.ts'

/**
 * Writes down what was done to an account and tells its owner. After the deed where that is the authentication
 * library's, which does it in a transaction of its own; what we do ourselves is written down in the same one.
 */
export async function writeDown({ database, mail }: Parts, entry: AuditEntry, ...mails: Outgoing[]): Promise<void> {
  await database.write(async (tx) => {
    await recordAudit(tx, entry)
    for (const one of mails) await mail.post(tx, one)
  })
  if (mails.length > 0) mail.wake()
}
