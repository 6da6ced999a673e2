/** The time zones that this browser knows, each with its city and what people call it. */
export function timeZones(): { name: string; label: string }[] {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const others = Intl.supportedValuesOf('timeZone').filter((name) => name !== own)
  return [own, ...others].map((name) => ({ name, label: name.replaceAll('_', ' ').split('/').reverse().join(', ') }))
}
