// Fails where a package brings the globals of browsers into the server.
// @ts-expect-error
export type NoWindow = typeof window
