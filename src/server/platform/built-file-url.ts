/**
 * Returns the URL of a file of the build. A built server stands in it. A server that runs from its sources uses `dist`, or the
 * stand-in for it that `npm run dev` names in DEV_BUILD.
 */
export function getBuiltFileUrl(path: string): URL {
  if (!import.meta.url.includes('/src/server/')) return new URL(`../${path}`, import.meta.url)
  return new URL(path, process.env.DEV_BUILD ?? new URL('../../../dist/', import.meta.url))
}
