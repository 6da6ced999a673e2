import closeWithGrace from 'close-with-grace'
import { SET_UP_CODE_LASTS } from '../contract/people/accounts.ts'
import { buildApp } from './app.ts'
import { type Config, readConfig } from './config/config.ts'
import { isLoopbackHost } from './config/config-values.ts'
import { listen } from './listen.ts'
import { callbackAddress } from './people/identity-provider/identity-provider.ts'
import { isCommonPassword } from './people/passwords/passwords.ts'
import { createLogOutput, redirectConsole } from './platform/log/log-output.ts'

/** How long an end may take, and how much of that what is still to be said may take, in ms. */
const END = 10_000
const LAST_WORDS = 500
/** The signals that stop the process. */
const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const

// Whatever this process writes is its own user's alone.
process.umask(0o077)
const config = readConfig(process.env)
const output = createLogOutput(1)
redirectConsole(output)
const app = await buildApp(config, { output })
await listen(app.server, config)

const ending = closeWithGrace({ delay: END, logger: app.server.log, skip: [...STOP_SIGNALS] }, async ({ err }) => {
  if (err) app.server.log.fatal({ err }, 'ending after an error')
  await app.close()
  await output.flush(LAST_WORDS)
})
// Ctrl+C signals npm and its whole process group, and npm passes its signal on. So the second signal is the same stop.
let isEnding = false
for (const signal of STOP_SIGNALS) {
  process.on(signal, () => {
    if (!isEnding) void ending.close()
    isEnding = true
  })
}
process.once('exit', output.flushNow)

const { firstAdmin } = config
const isGuessable = firstAdmin !== undefined && (await isCommonPassword(firstAdmin.password, firstAdmin.email))
const lines = [
  `Rankstead runs at ${config.origins[0]}`,
  `  data      ${config.databaseUrl ? 'PostgreSQL (DATABASE_URL)' : config.dataDir}`,
  `  payments  ${config.payments.gateway} (${modeOf(config.payments)})`,
  ...(config.provider
    ? [`  provider  ${config.provider.issuer}`, `            redirects to ${callbackAddress(config.origins[0], config.provider)}`]
    : []),
  ...(app.isSeeded ? ['  content   demo content was put into the empty database'] : []),
  ...(config.isOpenTryOut && !isLoopbackHost(config.host)
    ? ['  warning   UNSAFE_TRY_OUT_ON_OPEN_HOST is on: anyone who can connect to this port may pay without money']
    : []),
  ...(isGuessable ? ['  warning   ADMIN_PASSWORD is among the first that others would try: choose another at /account'] : []),
  ...(app.setUpLink
    ? [`  set-up    ${app.setUpLink}`, `            works once, for ${SET_UP_CODE_LASTS / 3_600} hours, to make the first admin`]
    : []),
]
output.write(`${lines.join('\n')}\n`)

function modeOf({ gateway, paypal }: Config['payments']): string {
  if (gateway === 'rehearsal') return 'no money moves'
  return paypal?.isLive ? 'real money' : 'sandbox: play money'
}
