// What Node and browsers both have, as far as the contract uses it. The contract sees neither's own globals.
declare class URL {
  static parse(text: string): URL | null
  readonly protocol: string
  readonly pathname: string
  readonly search: string
}

declare class TextEncoder {
  encode(text: string): Uint8Array
}

// Only handed on, so their members play no part.
declare class Headers {
  private readonly headers
}
declare class Request {
  private readonly request
}
declare class Response {
  private readonly response
}
