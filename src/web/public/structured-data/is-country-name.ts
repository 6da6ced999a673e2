/** Country codes that people write as names. */
const SHORT_NAMES = ['us', 'usa', 'uk', 'united states of america']

let countrySuggestions: ReadonlySet<string> | undefined

/** Returns whether a text is the English name of a country, such as `United States`. */
export function isCountryName(text: string): boolean {
  countrySuggestions ??= new Set([...listCountryNames(), ...SHORT_NAMES])
  return countrySuggestions.has(text.trim().toLowerCase())
}

/** Lists the English names of all regions with an ISO 3166 code of two letters. */
function listCountryNames(): string[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  return codes.flatMap((code) => names.of(code)?.toLowerCase() ?? [])
}
