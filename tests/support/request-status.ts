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

/** What a browser hears from 127.0.0.1: the status of an answer that came as a whole; of a fault what it says, or the code of it. */
export function requestStatus({ body, ...options }: StatusRequest): Promise<number | string> {
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
