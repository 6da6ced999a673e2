import { toReactElements } from '../elements.js'
import landing from '../landing.json'

// Renders for each request. Unlike the product, it reads no database.
export const dynamic = 'force-dynamic'

export default function Page() {
  return toReactElements(landing.content)
}
