/** Shows initials if a person has no picture. Screen readers skip it, because the name stands beside it. */
export function Monogram({ name }: { name: string }) {
  return (
    <span className="picture monogram">
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <text x="50" y="64">
          {getInitials(name)}
        </text>
      </svg>
    </span>
  )
}

/** Returns the initials of the first and the last word that start with a letter: "Dana M. Field (CPA)" gives DF. */
function getInitials(name: string): string {
  const words = name.split(/[\s-]+/).filter((word) => /^\p{L}/u.test(word))
  const initialWords = words.length > 1 ? [words[0], words.at(-1)] : words
  return initialWords.map((word) => [...(word ?? '')][0]?.toUpperCase()).join('')
}
