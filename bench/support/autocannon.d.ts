// The package brings no types: this is what the benchmark uses of it.
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
