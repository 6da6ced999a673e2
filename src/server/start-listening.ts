import type { Config } from './config/config.ts'

type ListenAddress = Pick<Config, 'port' | 'host'>

type ListenableServer = { listen: (options: ListenAddress & { backlog: number }) => Promise<unknown> }

/** How many connections may wait; the system may allow fewer. Other clients retry after a second. */
const CONNECTION_BACKLOG = 4_096

/** Listens at HOST and PORT. Throws an error that says what to do if that fails. */
export async function startListening(server: ListenableServer, { port, host }: ListenAddress): Promise<void> {
  try {
    await server.listen({ port, host, backlog: CONNECTION_BACKLOG })
  } catch (cause) {
    const sentence = describeListenError((cause as NodeJS.ErrnoException).code, { port, host })
    throw sentence ? new Error(sentence) : cause
  }
}

/** Explains a listen error in terms of the settings. Returns undefined for errors that have another cause. */
export function describeListenError(code: string | undefined, { port, host }: ListenAddress): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} at ${host} is already in use. Stop the program that uses it, or set PORT to another one.`
    case 'EACCES':
      return `Port ${port} needs a special permission, because it is below 1024. Set PORT to 1024 or higher.`
    case 'EADDRNOTAVAIL':
      return `HOST is ${host}, which isn’t an address of this machine. Set it to one that is, to 127.0.0.1 for this machine only, or to 0.0.0.0 for all.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return `HOST is ${host}, which isn’t a known host name here. Set it to an address of this machine, such as 127.0.0.1.`
  }
}
