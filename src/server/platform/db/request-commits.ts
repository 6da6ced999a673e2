import { AsyncLocalStorage } from 'node:async_hooks'

const requests = new AsyncLocalStorage<{ hasCommitted: boolean }>()

/** Runs a request. `hasCommitted` says whether one of its writes was saved. */
export function trackCommitsOfRequest<T>(run: (hasCommitted: () => boolean) => Promise<T>): Promise<T> {
  const request = { hasCommitted: false }
  return requests.run(request, () => run(() => request.hasCommitted))
}

export function markCommitInRequest(write: Promise<unknown>): void {
  const request = requests.getStore()
  if (!request) return
  write.then(
    () => {
      request.hasCommitted = true
    },
    () => {},
  )
}
