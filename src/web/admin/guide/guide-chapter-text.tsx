import { Link } from 'react-router'

export type GuideChapter = {
  title: string
  /** Describes the chapter's image, `/guide/{id}.webp`. */
  imageAlt: string
  /** Paragraphs with an empty line between them. They may have `**bold**`, `[label](/path)` and code in backticks. */
  text: string
}

export function GuideChapterText({ text }: Pick<GuideChapter, 'text'>) {
  return text
    .trim()
    .split('\n\n')
    .map((paragraph) => <GuideParagraph key={paragraph} text={paragraph.trim().replaceAll(/\s+/g, ' ')} />)
}

/** Finds bold text, links and code. */
const MARKS = /(\*\*[^*]+\*\*|\[[^[\]]+\]\([^()]+\)|`[^`]+`)/

function GuideParagraph({ text }: { text: string }) {
  return (
    <p>
      {text.split(MARKS).map((part) => {
        if (part.startsWith('**')) return <strong key={part}>{part.slice(2, -2)}</strong>
        if (part.startsWith('`')) return <code key={part}>{part.slice(1, -1)}</code>
        if (!part.startsWith('[')) return part
        const [label = '', to = ''] = part.slice(1, -1).split('](')
        return (
          // The account page is outside of the admin frame.
          <Link key={part} to={to} reloadDocument={to === '/account'} className="underline">
            {label}
          </Link>
        )
      })}
    </p>
  )
}
