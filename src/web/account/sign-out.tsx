import { type ActionFunctionArgs, redirect } from 'react-router'
import { signOut } from '../../contract/accounts.ts'
import { visitOf } from '../visit.ts'

/** Signing out is a POST, so that no link or picture can do it; the address alone leads home. */
export const loader = () => redirect('/')

export async function action({ context }: ActionFunctionArgs) {
  await visitOf(context).call(signOut, { body: {} })
  return redirect('/', 303)
}

export const Page = () => null
