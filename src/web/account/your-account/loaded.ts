import type { ReplyOf } from '../../../contract/endpoint.ts'
import type { OwnSession, ownAccount } from '../../../contract/sessions.ts'

/** The account, where it is logged in, the time of the answer (epoch ms), and what to say once. */
export type Loaded = { account: ReplyOf<typeof ownAccount>; sessions: OwnSession[]; now: number; notice?: string }
