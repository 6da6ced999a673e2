import { loadPageRenderer } from '#server/site/pages/load-page-renderer.ts'

export const { pages: declaredPages } = await loadPageRenderer()
export type DeclaredPage = (typeof declaredPages)[number]

const UNUSED_ID = '00000000-0000-4000-8000-000000000000'

/** Pages of one kind share access, delivery and whether the path has a parameter. */
export const getPageKind = ({ path, access, kind }: DeclaredPage) => [access, kind, path.includes(':')]

/** Fills the parameter of a path with an id that no record has. */
export function fillParameters(url: string): string {
  return url.replace(/:(id|orderId|token|slug)/, UNUSED_ID)
}
