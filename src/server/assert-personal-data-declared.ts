import type { ServerModule } from '#platform/module.ts'

/** Throws if a module with tables doesn't say what they hold about a person. An erasure or an export would leave it out. */
export function assertPersonalDataDeclared(modules: readonly ServerModule[]): void {
  const faults = modules.flatMap(({ name, dataTables = [], stateTables = [], ...module }) => {
    if (dataTables.length + stateTables.length === 0 || module.noPersonalData) return []
    const missing = [
      module.erasePerson ? [] : 'erasePerson',
      module.exportPerson || module.exportOrder ? [] : 'exportPerson or exportOrder',
    ].flat()
    const file = `src/server/${name}/${name.split('/').at(-1)}.ts`
    return missing.map((field) => `${file} has tables and no ${field}: add it, or say why in noPersonalData`)
  })
  if (faults.length > 0) throw new Error(`A person’s data would be forgotten: ${faults.join('; ')}.`)
}
