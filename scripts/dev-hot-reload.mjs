// In the browser, under `npm run dev`, before any other script of a page. An admin page takes changed components while it runs; a
// page without React is loaded again after its code changed.
import { injectIntoGlobalHook } from '/@react-refresh'

injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type
// They run on the server, so a page component is refreshed whatever stands beside it.
window.__getReactRefreshIgnoredExports = () => ['loader', 'action']
if (!document.getElementById('hydration')) import.meta.hot.on('rankstead:reload', () => location.reload())
