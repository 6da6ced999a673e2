import { fileURLToPath } from 'node:url'

export default {
  // Its packages lie beside it, below a folder that has a lock file of its own.
  turbopack: { root: fileURLToPath(new URL('..', import.meta.url)) },
  poweredByHeader: false,
}
