import { contentKinds } from '#contract/content-kinds.ts'
import { type ContentKind, listRecordEditorPages } from '#contract/core/content-kind.ts'
import { buildEndpointKey } from '#contract/core/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { EndpointHandler } from '#platform/http/register-api.ts'

type ContractImplementation = { handlers: readonly EndpointHandler[]; pagePaths: readonly string[] }

/** Throws if a declaration leads nowhere. The owner would otherwise meet a dead link or a 404. */
export function assertContractImplemented({ handlers, pagePaths }: ContractImplementation): void {
  const faults = [
    ...findHandlerFaults(handlers),
    ...contentKinds.flatMap((contentKind) => findContentKindFaults(contentKind, pagePaths)),
  ]
  if (faults.length > 0) throw new Error(`The declarations contradict each other: ${faults.join('; ')}`)
}

function findHandlerFaults(handlers: readonly EndpointHandler[]): string[] {
  const handledCalls = handlers.map(({ endpoint }) => buildEndpointKey(endpoint))
  const declaredCalls = endpoints.map(buildEndpointKey)
  return [
    ...declaredCalls
      .filter((name) => !handledCalls.includes(name))
      .map(
        (name) =>
          `${name} has no handler: answer it with defineHandler in its module, and add the module to src/server/modules.ts`,
      ),
    ...handledCalls
      .filter((name) => !declaredCalls.includes(name))
      .map((name) => `${name} has a handler and isn’t listed: add its file to its group, or to src/contract/endpoints.ts`),
    ...handledCalls.filter((name, index) => handledCalls.indexOf(name) !== index).map((name) => `${name} has two handlers`),
  ]
}

function findContentKindFaults(contentKind: ContentKind, pagePaths: readonly string[]): string[] {
  const editorPaths = [contentKind.editor.home, ...listRecordEditorPages(contentKind).map(({ path }) => path)]
  return editorPaths
    .filter((path) => !pagePaths.includes(path))
    .map((path) => `${contentKind.kind} is edited at ${path}, which isn’t a page`)
}
