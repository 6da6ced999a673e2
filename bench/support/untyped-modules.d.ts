// The package has no types. These cover what the benchmark uses.
declare module 'autocannon' {
  type Options = {
    url: string
    connections: number
    duration: number
    method?: string
    headers?: Record<string, string>
    body?: string
  }
  type Result = { duration: number; non2xx: number; errors: number; requests: { total: number } }
  type Instance = PromiseLike<Result> & {
    on: (event: 'response', listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void) => void
  }
  function autocannon(options: Options): Instance
  export = autocannon
}

// These packages have types, but they exist only after `npm run bench` has installed them.
declare module 'chrome-launcher' {
  type LaunchedChrome = { port: number; kill: () => void }
  type Options = {
    chromePath: string
    envVars: NodeJS.ProcessEnv
    chromeFlags: string[]
    handleSIGINT: boolean
  }
  export function launch(options: Options): Promise<LaunchedChrome>
}

declare module 'lighthouse' {
  type Flags = { port?: number; logLevel?: string; onlyCategories?: string[]; onlyAudits?: string[] }
  type Audit = {
    score: number | null
    numericValue?: number
    errorMessage?: string
    details?: { type: string; items: { url?: unknown }[] }
  }
  type Category = { title: string; score: number | null; auditRefs: { id: string; weight: number }[] }
  type Result = { audits: Record<string, Audit>; categories: Record<string, Category>; runtimeError?: { message: string } }
  // biome-ignore lint/style/noDefaultExport: the package exports it this way
  export default function lighthouse(url: string, flags: Flags): Promise<{ lhr: Result } | undefined>
}
