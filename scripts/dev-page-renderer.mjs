// Provides the pages in the server's process. Vite, in the process of dev.mjs, sends their modules, so a change needs no
// restart.
import { ESModulesEvaluator, ModuleRunner } from 'vite/module-runner'

const transport = {
  connect: ({ onMessage }) => void process.on('message', onMessage),
  send: (payload) => void process.send(payload),
}
const runner = new ModuleRunner({ transport, hmr: { logger: false } }, new ESModulesEvaluator())
const entry = () => runner.import('/src/web/entry-server.tsx')

export const { pages } = await entry()

/** Renders a page that the server must not cache, because its code may change. */
export async function renderPage(...args) {
  const page = await (await entry()).renderPage(...args)
  return page instanceof Response ? page : { ...page, isCacheable: false }
}

export async function loadAdminRouteData(...args) {
  return (await entry()).loadAdminRouteData(...args)
}

export async function getPageMetadata(...args) {
  return (await entry()).getPageMetadata(...args)
}
