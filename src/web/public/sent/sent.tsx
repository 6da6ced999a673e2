import type { ComponentProps, ComponentType } from 'react'
import { useLoaderData } from 'react-router'
import type { Notice } from '../../notice.ts'
import { Acknowledgement } from '../acknowledgement.tsx'

/** What people read besides the alert's text. */
export type Next = Omit<ComponentProps<typeof Acknowledgement>, 'notice'>

/** The page that says what was done with what somebody has just sent. */
export function sent(next: Next): ComponentType {
  return function Sent() {
    return <Acknowledgement {...next} {...useLoaderData<Notice>()} />
  }
}
