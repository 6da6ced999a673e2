/** Which versions are shown: those below `before`, and the two that are compared. */
export type HistoryQuery = { before?: number; from?: number; to?: number }

/** Whatever is no number of a version is left out: an address that somebody changed by hand shows the newest. */
export function parseHistoryQuery(params: URLSearchParams): HistoryQuery {
  return { ...parseVersionParam(params, 'before'), ...parseVersionParam(params, 'from'), ...parseVersionParam(params, 'to') }
}

/** The page's address below that of the record's history. */
export function formatHistoryQuery(historyQuery: HistoryQuery): string {
  const params = Object.entries(historyQuery).map(([name, version]) => [name, String(version)])
  return params.length === 0 ? '' : `?${new URLSearchParams(params)}`
}

function parseVersionParam<Name extends keyof HistoryQuery>(params: URLSearchParams, name: Name): { [N in Name]?: number } {
  const value = params.get(name) ?? ''
  return (/^[1-9]\d{0,8}$/.test(value) ? { [name]: Number(value) } : {}) as { [N in Name]?: number }
}
