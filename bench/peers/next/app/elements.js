import { createElement } from 'react'

/** The elements of a document that was read into `[name, properties, children]`, and its texts. */
export function elementsOf(nodes) {
  return nodes.map((node, nth) => {
    if (typeof node === 'string') return node
    const [name, properties, children] = node
    return createElement(name, { ...properties, key: nth }, ...elementsOf(children))
  })
}
