import { CircleUser, ExternalLink, LogOut, Menu } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { type AdminFrame, findCurrentSidebarLink, type NavigationEntry } from '../sidebar-navigation.ts'
import { useAdminLayoutData } from './admin-layout-data.ts'
import { clearLocalAutosaves } from './local-autosave.ts'

const COUNT_LABELS: Record<NonNullable<NavigationEntry['countKey']>, string> = {
  unreadMessages: 'unread',
  undeliveredMail: 'not delivered',
  draftedChanges: 'not published',
  paymentsToReview: 'to check',
}

/** The sidebar. Below 1024 px a disclosure opens it without script. */
export function AdminSidebar({ frame }: { frame: AdminFrame }) {
  const details = useAutoClose()
  return (
    <div className="drawer">
      <details ref={details}>
        <summary className="relative grid size-11 cursor-pointer place-items-center rounded-field border border-rule bg-white">
          <Menu className="size-5" aria-hidden />
          <span className="sr-only">Menu</span>
          <span className="absolute -top-2 -right-2">
            <CountBadge badgeKey="unreadMessages" />
          </span>
        </summary>
      </details>
      <div className="drawer-panel">
        <SidebarNavigation frame={frame} />
      </div>
    </div>
  )
}

/** The navigation. Links that leave the admin area load a new document. */
function SidebarNavigation({ frame }: { frame: AdminFrame }) {
  const current = findCurrentSidebarLink(frame, useLocation())
  const data = useAdminLayoutData()
  const isShown = ({ to, countKey, isTransient }: NavigationEntry) =>
    !isTransient || to === current?.to || (countKey && Number(data[countKey]) > 0)
  return (
    <>
      <nav aria-label="Admin">
        {frame.navigation.map(({ title, entries }) => (
          <div key={title ?? entries[0]?.label} className="mt-4 first:mt-0 lg:mt-1">
            {title && <p className="px-3 py-1.5 text-help text-muted lg:px-2 lg:py-0.5">{title}</p>}
            <ul>
              {entries.filter(isShown).map(({ label, to, icon: Icon, countKey }) => (
                <li key={to}>
                  <Link to={to} aria-current={to === current?.to ? current.ariaCurrent : undefined} className="sidebar-link">
                    <Icon className="size-4.5 flex-none" strokeWidth={1.75} aria-hidden />
                    {label}
                    {countKey && <CountBadge badgeKey={countKey} />}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="sidebar-footer">
        <a href="/" className="sidebar-link">
          <ExternalLink className="size-4.5 flex-none" strokeWidth={1.75} aria-hidden />
          View site
        </a>
        <a href="/account" className="sidebar-link">
          <CircleUser className="size-4.5 flex-none" strokeWidth={1.75} aria-hidden />
          Your account
        </a>
        <form method="post" action="/sign-out" onSubmit={clearLocalAutosaves}>
          <button type="submit" className="sidebar-link w-full">
            <LogOut className="size-4.5 flex-none" strokeWidth={1.75} aria-hidden />
            Log out
          </button>
        </form>
      </div>
    </>
  )
}

/** The count beside an entry. Shows nothing for 0. */
function CountBadge({ badgeKey }: { badgeKey: keyof typeof COUNT_LABELS }) {
  const count = useAdminLayoutData()[badgeKey] ?? 0
  if (count === 0) return null
  return (
    <span
      className={`ml-auto min-w-6 flex-none whitespace-nowrap rounded-sm px-1.5 text-center text-[0.8125rem] leading-snug font-semibold ${badgeKey === 'draftedChanges' ? 'bg-sand text-ink' : 'bg-brick text-white'}`}
    >
      <span className="sr-only">, </span>
      {count > 99 ? '99+' : count}
      <span className="sr-only"> {COUNT_LABELS[badgeKey]}</span>
    </span>
  )
}

/** Closes the menu after a navigation and on Escape, which returns the focus (P-193). */
function useAutoClose() {
  const { key } = useLocation()
  const details = useRef<HTMLDetailsElement>(null)
  const lastKey = useRef(key)
  useEffect(() => {
    if (lastKey.current !== key && details.current) details.current.open = false
    lastKey.current = key
  }, [key])
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Escape' || !details.current?.open) return
      details.current.open = false
      details.current.querySelector('summary')?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return details
}
