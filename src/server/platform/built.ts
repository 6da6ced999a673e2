/** A file of the build. The server runs from `dist/server`, or from its source in tests: `dist` is found from both. */
export function builtFile(path: string): URL {
  const root = import.meta.url.includes('/src/server/') ? '../../../dist/' : '../'
  return new URL(root + path, import.meta.url)
}
