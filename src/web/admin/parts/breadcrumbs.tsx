import { Link } from 'react-router'

export type Crumb = { name: string; to?: string }

/** The way back; the last one is the page itself. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumbs" className="text-fine text-muted">
      <ol className="flex flex-wrap items-center gap-x-2">
        {crumbs.map(({ name, to }, index) => (
          <li key={name} className="flex min-h-6 items-center gap-x-2">
            {index > 0 && (
              <span aria-hidden className="text-survey">
                /
              </span>
            )}
            {to ? (
              <Link to={to} className="inline-block py-0.5 text-ink underline">
                {name}
              </Link>
            ) : (
              <span aria-current="page">{name}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
