import { teamMember } from '#contract/content/kinds/team-member.ts'
import { teamMemberWithSocialLinks } from '#contract/content/kinds/team-member-with-social-links.ts'
import type { OrderContact } from '#contract/work/order-work.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { findRecord } from '../../content/records/records.ts'
import { findOrderWork } from './store.ts'

/** Finds a person of the public team section. Returns null for a person who is hidden or deleted. */
export async function findContact(db: DatabaseReader, id: string | null): Promise<OrderContact | null> {
  if (!id) return null
  const { values } = (await findRecord(db, teamMember, id)) ?? {}
  if (values) return buildContact(id, values.teamMemberName, values.teamMemberTitle, values.teamMemberImg)
  const member = (await findRecord(db, teamMemberWithSocialLinks, id))?.values
  return member ? buildContact(id, member.membername, member.memberPosition, member.memberImg) : null
}

function buildContact(_id: string, name = '', position = '', photo = ''): OrderContact {
  return { _id, name, position, photo }
}

/** Returns who emails about an order come from, or undefined for the business alone. */
export async function findContactName(db: DatabaseReader, orderId: string): Promise<string | undefined> {
  return (await findContact(db, (await findOrderWork(db, orderId))?.contact_id ?? null))?.name
}
