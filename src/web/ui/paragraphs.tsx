/** Renders text as paragraphs, split at empty lines. */
export function Paragraphs({ text }: { text: string }) {
  return (
    text
      .split(/\n\s*\n/)
      .filter((paragraph) => paragraph.trim())
      // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other identity and never move
      .map((paragraph, index) => <p key={index}>{paragraph}</p>)
  )
}
