import { ExternalLink, LogOut } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { useFrameData } from '../frame-data.ts'
import { Count } from './count.tsx'
import { currentOf } from './current.ts'
import { type NavigationEntry, navigation } from './navigation.ts'

/** The admin's own navigation. What lies outside it is a full load: the public pages are documents. */
export function Sidebar() {
  const { pathname } = useLocation()
  const waiting = useFrameData()
  const isShown = ({ to, counts, isPassing }: NavigationEntry) =>
    !isPassing || currentOf(to, pathname) || (counts && Number(waiting[counts]) > 0)
  return (
    <>
      <nav aria-label="Admin">
        {navigation.map(({ title, entries }) => (
          <div key={title ?? ''} className="mt-4 first:mt-0">
            {title && <p className="px-3 py-1.5 text-help text-muted">{title}</p>}
            <ul>
              {entries.filter(isShown).map(({ label, to, icon: Icon, isOutside, counts }) => (
                <li key={to}>
                  <Link to={to} reloadDocument={isOutside} aria-current={currentOf(to, pathname)} className="sidebar-link">
                    <Icon className="size-5 flex-none" strokeWidth={1.75} aria-hidden />
                    {label}
                    {counts && <Count of={counts} />}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="mt-6 border-t border-rule pt-3">
        <a href="/" className="sidebar-link">
          <ExternalLink className="size-5 flex-none" strokeWidth={1.75} aria-hidden />
          View site
        </a>
        <form method="post" action="/sign-out">
          <button type="submit" className="sidebar-link w-full">
            <LogOut className="size-5 flex-none" strokeWidth={1.75} aria-hidden />
            Signout
          </button>
        </form>
      </div>
    </>
  )
}
