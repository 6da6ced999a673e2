import { useBusiness } from './frame-content.ts'

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

/** Longest part of a title in characters: search results and tabs cut what is longer. */
const MOST = 60

/** A page's title as the browser shows it: what the page is about, then whose it is. */
export function pageTitle(title: string, businessName: string): string {
  return `${clip(title, MOST).replace(/\.$/, '')} | ${clip(businessName, MOST)}`
}

/** Cuts at a word, so that nobody else has to. */
export function clip(text: string, most: number): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  const letters = [...plain]
  if (letters.length <= most) return plain
  const cut = letters.slice(0, most - 1).join('')
  return `${cut.slice(0, cut.includes(' ') ? cut.lastIndexOf(' ') : undefined).replace(/[,;:.]$/, '')}…`
}
