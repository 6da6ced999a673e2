import { type Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

type StatusRequest = {
  agent: Agent
  port: number
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** Sends a request from 127.0.0.1. Returns the status of a complete reply, or the error's code or message. */
export function fetchStatusOrError({ body, ...options }: StatusRequest): Promise<number | string> {
  return new Promise((resolve) => {
    const failed = ({ code, message }: NodeJS.ErrnoException) => resolve(code ?? message)
    request({ ...options, host: '127.0.0.1' }, (response) => {
      const { statusCode = 0 } = response
      text(response).then((replyText) => resolve(statusCode < 500 ? statusCode : `${statusCode} ${replyText}`), failed)
    })
      .on('error', failed)
      .end(body)
  })
}
