// The pages, in the server's process: their modules come from Vite in the process of dev.mjs, so a change needs no restart.
import { ESModulesEvaluator, ModuleRunner } from 'vite/module-runner'

const transport = {
  connect: ({ onMessage }) => void process.on('message', onMessage),
  send: (payload) => void process.send(payload),
}
const runner = new ModuleRunner({ transport, hmr: { logger: false } }, new ESModulesEvaluator())
const entry = () => runner.import('/src/web/entry-server.tsx')

export const { pages } = await entry()

/** Nothing is kept: the next change may be one of the page's code. */
export async function renderPage(...asked) {
  const page = await (await entry()).renderPage(...asked)
  return page instanceof Response ? page : { ...page, isDocument: false }
}

export async function loadPage(...asked) {
  return (await entry()).loadPage(...asked)
}

export async function getPageFacts(...asked) {
  return (await entry()).getPageFacts(...asked)
}
