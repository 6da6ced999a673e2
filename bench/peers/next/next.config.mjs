import { fileURLToPath } from 'node:url'

export default {
  // Next.js would take the folder with the outer lock file as its root.
  turbopack: { root: fileURLToPath(new URL('..', import.meta.url)) },
  poweredByHeader: false,
}
