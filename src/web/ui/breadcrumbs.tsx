export type Breadcrumb = { name: string; path: string }

/** Renders the path from the landing page. The last crumb is the current page. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Breadcrumb[] }) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className="breadcrumbs">
        {crumbs.map(({ name, path }, index) => (
          <li key={path}>{index === crumbs.length - 1 ? <span aria-current="page">{name}</span> : <a href={path}>{name}</a>}</li>
        ))}
      </ol>
    </nav>
  )
}
