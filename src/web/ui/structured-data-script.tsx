/** Renders structured data. The content security policy allows it: it isn't a script. */
export function StructuredDataScript({ graph }: { graph: readonly object[] }) {
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every `<` escaped
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
}
