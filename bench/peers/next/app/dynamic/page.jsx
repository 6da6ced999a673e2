import { elementsOf } from '../elements.js'
import landing from '../landing.json'

// Rendered for each request. It asks no database, which ours does.
export const dynamic = 'force-dynamic'

export default function Page() {
  return elementsOf(landing.content)
}
