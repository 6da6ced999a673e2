/** The texts of a service's own page are also its texts in search results and on social networks. */
export const defaultServiceValues = {
  pageTitle: '',
  shareImage: '',
  socialTitle: '',
  socialText: '',
  shareImageAlt: '',
  searchVisibility: 'Show',
  canonicalUrl: '',
  serviceName: 'NotMain',
}

/** Joins the points of a list. */
export function joinLines(...points: string[]): string {
  return points.join('\n')
}

export function joinParagraphs(...texts: string[]): string {
  return texts.join('\n\n')
}

/** Joins steps, each with its title and text. */
export function joinServiceSteps(all: Readonly<Record<string, string>>): string {
  return joinLines(...Object.entries(all).map(([title, text]) => `${title}: ${text}`))
}
