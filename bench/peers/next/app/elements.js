import { createElement } from 'react'

/** Builds React elements from a document parsed into `[name, properties, children]` and texts. */
export function toReactElements(nodes) {
  return nodes.map((node, nth) => {
    if (typeof node === 'string') return node
    const [name, properties, children] = node
    return createElement(name, { ...properties, key: nth }, ...toReactElements(children))
  })
}
