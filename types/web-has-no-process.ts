// Fails where a package brings the globals of Node into the pages.
// @ts-expect-error
export type NoProcess = typeof process
