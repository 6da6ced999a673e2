/**
 * Returns the URL of a built file. A server that runs from its sources uses `dist`, or the folder in DEV_BUILD, which `npm
 * run dev` sets.
 */
export function getBuiltFileUrl(path: string): URL {
  if (!import.meta.url.endsWith('/src/server/platform/built-file-url.ts')) return new URL(`../${path}`, import.meta.url)
  return new URL(path, process.env.DEV_BUILD ?? new URL('../../../dist/', import.meta.url))
}

/** Returns the URL of the folder where Node stores compiled code, so that the next start of a program is faster. */
export function getCompileCacheUrl(): URL {
  return getBuiltFileUrl('../.cache/compiled')
}
