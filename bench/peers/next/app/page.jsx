import { elementsOf } from './elements.js'
import landing from './landing.json'

// Rendered once, when it is built.
export const dynamic = 'force-static'

export default function Page() {
  return elementsOf(landing.content)
}
