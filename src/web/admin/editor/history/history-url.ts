/** Version numbers: the list shows versions below `before`, and the page compares `from` with `to`. */
export type HistoryQuery = { before?: number; from?: number; to?: number }

/** Ignores values that aren't version numbers. */
export function parseHistoryQuery(params: URLSearchParams): HistoryQuery {
  return { ...parseVersionParam(params, 'before'), ...parseVersionParam(params, 'from'), ...parseVersionParam(params, 'to') }
}

export function formatHistoryQuery(historyQuery: HistoryQuery): string {
  const params = Object.entries(historyQuery).map(([name, version]) => [name, String(version)])
  return params.length === 0 ? '' : `?${new URLSearchParams(params)}`
}

function parseVersionParam<Name extends keyof HistoryQuery>(params: URLSearchParams, name: Name): { [N in Name]?: number } {
  const value = params.get(name) ?? ''
  return (/^[1-9]\d{0,8}$/.test(value) ? { [name]: Number(value) } : {}) as { [N in Name]?: number }
}
