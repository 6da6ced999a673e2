import type { Section } from '../../../contract/section.ts'
import { searchLook } from '../search/search-look.ts'
import type { SectionLook } from './section-look.ts'

/** By kind; a kind that is not here has its form and its list. */
const looks: Readonly<Record<string, SectionLook>> = { 'search-listing': erased(searchLook) }

export function lookOf({ kind }: Section): SectionLook | undefined {
  return looks[kind]
}

/** Each look is only ever handed what its own `load` gave. */
function erased<Data>(look: SectionLook<Data>): SectionLook {
  return look as unknown as SectionLook
}
