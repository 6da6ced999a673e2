export type Breadcrumb = { name: string; path: string }

/** The way from the landing page; the last one is the page itself. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Breadcrumb[] }) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className="crumbs">
        {crumbs.map(({ name, path }, index) => (
          <li key={path}>{index === crumbs.length - 1 ? <span aria-current="page">{name}</span> : <a href={path}>{name}</a>}</li>
        ))}
      </ol>
    </nav>
  )
}
