import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { ownAccount, ownSessions } from '../../../contract/sessions.ts'
import { readForm } from '../../forms/answer.ts'
import { readNotice, withNotice } from '../../notice.ts'
import { visitOf } from '../../visit.ts'
import type { AccountAnswer } from './answer.ts'
import { carryOut } from './carry-out.ts'
import type { Loaded } from './loaded.ts'
import { Overview } from './overview.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUp } from './set-up.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { call } = visitOf(context)
  const [account, sessions, notice] = await Promise.all([call(ownAccount, {}), call(ownSessions, {}), readNotice(request)])
  const loaded: Loaded = { account, sessions, now: Date.now() }
  return notice ? withNotice(request, notice, loaded) : loaded
}

export async function action({ context, request }: ActionFunctionArgs) {
  const values = await readForm(request.clone())
  return carryOut(visitOf(context).call, request, values)
}

/** The person's own page: one thing at a time while a second factor is being set up. */
export function Page() {
  const loaded = useLoaderData<Loaded>()
  const answer = useActionData<AccountAnswer>()
  if (answer?.recoveryCodes) return <RecoveryCodes codes={answer.recoveryCodes} message={answer.message ?? ''} />
  if (answer?.secret) return <SetUp secret={answer.secret} email={loaded.account.email} answer={answer} />
  return <Overview {...loaded} answer={answer} />
}
