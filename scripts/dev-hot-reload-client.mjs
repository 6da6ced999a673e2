// Runs in the browser under `npm run dev`, before the other scripts of a page. Updates the components of admin pages after
// a change, and reloads pages without React.
import { injectIntoGlobalHook } from '/@react-refresh'

injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type
// Loaders and actions run on the server, so they don't prevent a refresh of their page component.
window.__getReactRefreshIgnoredExports = () => ['loader', 'action']
if (!document.getElementById('hydration')) import.meta.hot.on('rankstead:reload', () => location.reload())
