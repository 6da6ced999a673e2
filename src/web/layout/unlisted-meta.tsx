import { useBusiness } from './frame-content.ts'
import { pageTitle } from './page-title.ts'

type Props = { title: string; hasProblem?: boolean }

/** The head of a page that is not for search engines; its title says first that something went wrong. */
export function UnlistedMeta({ title, hasProblem = false }: Props) {
  const { name } = useBusiness()
  return (
    <>
      <title>{`${hasProblem ? 'Error: ' : ''}${pageTitle(title, name)}`}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}
