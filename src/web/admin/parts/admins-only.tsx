import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useRoot } from '../../root.tsx'

/** Says before somebody fills in a form that it takes an admin to save it. */
export function AdminsOnly({ children }: { children: ReactNode }) {
  const { viewer } = useRoot()
  const { pathname } = useLocation()
  return (
    <div className="mx-(--edge) my-6 max-w-160 rounded-card bg-info-tint p-4 text-info">
      <p>{children}</p>
      {viewer.kind === 'customer' && viewer.mustSetUpSecondFactor && (
        <p className="mt-1">
          <a
            href={`/account?from=${encodeURIComponent(pathname)}#second-factor`}
            className="inline-block py-1.5 font-semibold text-info underline"
          >
            You are one: set up your second factor first
          </a>
        </p>
      )}
      {viewer.kind === 'visitor' && (
        <p className="mt-1">
          <a
            href={`/login?from=${encodeURIComponent(pathname)}`}
            className="inline-block py-1.5 font-semibold text-info underline"
          >
            Log in as an admin
          </a>
        </p>
      )}
    </div>
  )
}
