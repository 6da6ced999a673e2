import closeWithGrace from 'close-with-grace'
import { FIRST_ADMIN_CODE_TTL_SECONDS } from '#contract/people/first-admin-setup.ts'
import { writeSiteAddress } from '#platform/db/site-id.ts'
import { createLogOutput, redirectConsoleToLog } from '#platform/log/buffered-log-output.ts'
import { releaseMemoryWhenIdle } from '#platform/release-memory-when-idle.ts'
import { buildApp } from './app.ts'
import { type Config, readConfig } from './config/config.ts'
import { isLoopbackHost } from './config/loopback-checks.ts'
import { buildIdentityProviderCallbackUrl } from './people/identity-provider/identity-provider.ts'
import { isCommonPassword } from './people/passwords/passwords.ts'
import { startListening } from './start-listening.ts'

/** How long a shutdown may take, and how long its last log lines may take, in ms. */
const SHUTDOWN_TIMEOUT = 10_000
const FINAL_FLUSH_TIMEOUT = 500
const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const

// Only this user may read the files that this process writes.
process.umask(0o077)
const config = readConfig(process.env)
const output = createLogOutput(1)
redirectConsoleToLog(output)
const app = await buildApp(config, { output })
await startListening(app.server, config)
writeSiteAddress(config)
releaseMemoryWhenIdle()

const shutdown = closeWithGrace({ delay: SHUTDOWN_TIMEOUT, logger: app.server.log, skip: [...STOP_SIGNALS] }, async ({ err }) => {
  if (err) app.server.log.fatal({ err }, 'shutting down after an error')
  await app.close()
  await output.flush(FINAL_FLUSH_TIMEOUT)
})
// Ctrl+C signals npm and its process group, and npm passes the signal on. The second signal belongs to the same stop.
let isShuttingDown = false
for (const signal of STOP_SIGNALS) {
  process.on(signal, () => {
    if (!isShuttingDown) void shutdown.close()
    isShuttingDown = true
  })
}
process.once('exit', output.flushNow)

const { firstAdmin } = config
const isAdminPasswordGuessable = firstAdmin !== undefined && (await isCommonPassword(firstAdmin.password, firstAdmin.email))
const startupLines = [
  `Rankstead runs at ${config.origins[0]}`,
  `  data      ${config.databaseUrl ? 'PostgreSQL (DATABASE_URL)' : config.dataDir}`,
  `  payments  ${config.payments.gateway} (${describePaymentMode(config.payments)})`,
  ...(config.provider
    ? [
        `  provider  ${config.provider.issuer}`,
        `            redirects to ${buildIdentityProviderCallbackUrl(config.origins[0], config.provider)}`,
      ]
    : []),
  ...(app.isSeeded ? ['  content   the empty database now holds demo content'] : []),
  ...(config.isOpenTryOut && !isLoopbackHost(config.host)
    ? ['  warning   UNSAFE_TRY_OUT_ON_OPEN_HOST is on: anyone who can connect to this port may pay without money']
    : []),
  ...(isAdminPasswordGuessable ? ['  warning   ADMIN_PASSWORD is a common password: choose another at /account'] : []),
  ...(app.setUpLink
    ? [
        `  set-up    ${app.setUpLink}`,
        `            works once, for ${FIRST_ADMIN_CODE_TTL_SECONDS / 3_600} hours, to create the first admin`,
      ]
    : []),
]
output.write(`${startupLines.join('\n')}\n`)

function describePaymentMode({ gateway, paypal }: Config['payments']): string {
  if (gateway === 'rehearsal') return 'no money moves'
  return paypal?.isLive ? 'real money' : 'sandbox: no real money'
}
