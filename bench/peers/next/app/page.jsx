import { toReactElements } from './elements.js'
import landing from './landing.json'

// Renders once, at build time.
export const dynamic = 'force-static'

export default function Page() {
  return toReactElements(landing.content)
}
