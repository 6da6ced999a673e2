import type { ReactNode } from 'react'
import { Link } from 'react-router'

export type Chapter = {
  title: string
  /** What its picture shows; the picture is `/guide/{id}.webp`. */
  imageAlt: string
  text: ReactNode
}

/** A way from the guide to a screen. */
export function ScreenLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="underline">
      {children}
    </Link>
  )
}
