import { elementsOf } from './elements.js'
import landing from './landing.json'

export default function Layout({ children }) {
  return (
    <html {...landing.html}>
      <head>{elementsOf(landing.head)}</head>
      <body {...landing.body}>{children}</body>
    </html>
  )
}
