import { formatPageTitle } from './page-title.ts'
import { useBusinessFacts } from './use-site-frame-content.ts'

type Props = { title: string; hasProblem?: boolean }

/** Renders the head of a page that search engines must not list. `hasProblem` starts the title with `Error:` (P-170). */
export function NoindexHead({ title, hasProblem = false }: Props) {
  const { name } = useBusinessFacts()
  return (
    <>
      <title>{`${hasProblem ? 'Error: ' : ''}${formatPageTitle(title, name)}`}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}
