import type { MoneyMode } from '../../../contract/sales/order-states.ts'
import type { Mail } from '../../mail/mail.ts'
import type { Reader } from '../../platform/db/tables.ts'
import type { Tx, Write } from '../../platform/db/write.ts'

/** What the functions of this module work with. */
export type OrderParts = {
  read: Reader
  write: Write
  mail: Mail
  /** Returns the admins who read about new orders. */
  adminEmails: (tx: Tx) => Promise<string[]>
  /** The business's time zone, which decides the dates and months of orders. */
  timeZone: () => Promise<string>
  /** The site's address, for links. */
  origin: string
  /** The money that the totals show. */
  mode: MoneyMode
}
