import { useBusiness } from './site-frame-content.ts'

type Props = { title: string; hasProblem?: boolean }

/** The head of a page that is not for search engines; its title says first that something went wrong. */
export function NoindexMeta({ title, hasProblem = false }: Props) {
  const { name } = useBusiness()
  return (
    <>
      <title>{`${hasProblem ? 'Error: ' : ''}${formatPageTitle(title, name)}`}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}

/** Longest part of a title in characters: search results and tabs cut what is longer. */
const MAX_TITLE_PART_CHARS = 60

/** A page's title as the browser shows it: what the page is about, then whose it is. */
export function formatPageTitle(title: string, businessName: string): string {
  return `${truncateAtWord(title, MAX_TITLE_PART_CHARS).replace(/\.$/, '')} | ${truncateAtWord(businessName, MAX_TITLE_PART_CHARS)}`
}

/** Cuts at a word, so that nobody else has to. */
export function truncateAtWord(text: string, maxChars: number): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  const letters = [...plain]
  if (letters.length <= maxChars) return plain
  const cut = letters.slice(0, maxChars - 1).join('')
  return `${cut.slice(0, cut.includes(' ') ? cut.lastIndexOf(' ') : undefined).replace(/[,;:.]$/, '')}…`
}
