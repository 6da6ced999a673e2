/** Which versions are shown: those below `before`, and the two that are compared. */
export type Shown = { before?: number; from?: number; to?: number }

/** Whatever is no number of a version is left out: an address that somebody changed by hand shows the newest. */
export function readUrl(params: URLSearchParams): Shown {
  return { ...versionIn(params, 'before'), ...versionIn(params, 'from'), ...versionIn(params, 'to') }
}

/** The page's address below that of the record's history. */
export function queryOf(shown: Shown): string {
  const params = Object.entries(shown).map(([name, version]) => [name, String(version)])
  return params.length === 0 ? '' : `?${new URLSearchParams(params)}`
}

function versionIn<Name extends keyof Shown>(params: URLSearchParams, name: Name): { [N in Name]?: number } {
  const given = params.get(name) ?? ''
  return (/^[1-9]\d{0,8}$/.test(given) ? { [name]: Number(given) } : {}) as { [N in Name]?: number }
}
