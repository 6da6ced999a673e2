/** Blocks all crawlers while the site shows samples (RFC 9309). */
export const BLOCKING_ROBOTS_TXT = 'User-agent: *\nDisallow: /\n'

/** Crawlers that collect texts for training, by their companies' documentation. */
const TRAINING_CRAWLERS = [
  'GPTBot',
  'ClaudeBot',
  'anthropic-ai',
  'Google-Extended',
  'Applebot-Extended',
  'CCBot',
  'Meta-ExternalAgent',
  'Bytespider',
  'Amazonbot',
  'cohere-training-data-crawler',
]

/** Crawlers that read pages to answer a question. Google and Bing answer from their search index, so they aren't here. */
const ANSWER_CRAWLERS = [
  'OAI-SearchBot',
  'ChatGPT-User',
  'Claude-SearchBot',
  'Claude-User',
  'PerplexityBot',
  'Perplexity-User',
  'Meta-ExternalFetcher',
  'MistralAI-User',
  'DuckAssistBot',
]

const BLOCKED_CRAWLERS: Readonly<Record<string, readonly string[]>> = {
  Answers: TRAINING_CRAWLERS,
  Nothing: [...TRAINING_CRAWLERS, ...ANSWER_CRAWLERS],
}

/**
 * Allows everything except the calls (RFC 9309), and blocks AI crawlers by the owner's choice. Each has its own group, because
 * some readers give a shared group to its last name only. Private pages stay allowed, because crawlers must be able to read
 * their `noindex`.
 */
export function buildRobotsTxt(origin: string, aiCrawlers: string): string {
  const blocked = BLOCKED_CRAWLERS[aiCrawlers] ?? []
  const aiGroups = blocked.map((name) => `User-agent: ${name}\nDisallow: /\n\n`).join('')
  return `User-agent: *
Disallow: /api/

${aiGroups}Sitemap: ${origin}/sitemap.xml
`
}
