import { toReactElements } from './elements.js'
import landing from './landing.json'

export default function Layout({ children }) {
  return (
    <html {...landing.html}>
      <head>{toReactElements(landing.head)}</head>
      <body {...landing.body}>{children}</body>
    </html>
  )
}
