import { contentKinds } from '../contract/content-kinds.ts'
import { callName, endpoints } from '../contract/endpoints.ts'
import { type ContentKind, recordPages } from '../contract/grammar/content-kind.ts'
import { demoContent } from './content/records/seed/demo.ts'
import type { Handled } from './platform/http/http.ts'

type Parts = { handlers: readonly Handled[]; pagePaths: readonly string[] }

/** Refuses to start with a declaration that leads nowhere; each would otherwise show as a dead link or a 404 to the owner. */
export function checkDeclarations({ handlers, pagePaths }: Parts): void {
  const faults = [...unanswered(handlers), ...contentKinds.flatMap((contentKind) => faultsOf(contentKind, pagePaths))]
  if (faults.length > 0) throw new Error(`The declarations contradict each other: ${faults.join('; ')}`)
}

function unanswered(handlers: readonly Handled[]): string[] {
  const answered = handlers.map(({ endpoint }) => callName(endpoint))
  const listed = endpoints.map(callName)
  return [
    ...listed
      .filter((name) => !answered.includes(name))
      .map(
        (name) =>
          `${name} has no handler: write one in the handlers.ts of its module, and add the module to src/server/modules.ts`,
      ),
    ...answered
      .filter((name) => !listed.includes(name))
      .map((name) => `${name} has a handler and isn’t listed: add it to src/contract/endpoints.ts`),
    ...answered.filter((name, index) => answered.indexOf(name) !== index).map((name) => `${name} has two handlers`),
  ]
}

function faultsOf(contentKind: ContentKind, pagePaths: readonly string[]): string[] {
  const editors = [contentKind.editor.home, ...recordPages(contentKind).map(({ path }) => path)]
  return [
    ...editors
      .filter((path) => !pagePaths.includes(path))
      .map((path) => `${contentKind.kind} is edited at ${path}, which is no page`),
    ...(demoContent.some((entry) => entry.contentKind === contentKind) ? [] : [`${contentKind.kind} has no demo content`]),
  ]
}
