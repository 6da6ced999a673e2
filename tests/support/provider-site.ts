import { startApp, type TestApp } from './app.ts'
import type { TestDatabase } from './databases.ts'
import { createProvider, type Person, type TestProvider } from './provider.ts'

export type ProviderSite = {
  environment: Record<string, string>
  provider: TestProvider
  site: TestApp
  close: () => Promise<void>
}

/** The application beside a provider that was down while the application started. */
export async function startWithProvider(database: TestDatabase, person: Person): Promise<ProviderSite> {
  const environment = await database.environment()
  const provider = await createProvider(person)
  const site = await startApp({ ...environment, ...provider.environment })
  await provider.start()
  const close = async () => {
    await site.close()
    await provider.stop()
  }
  return { environment, provider, site, close }
}
