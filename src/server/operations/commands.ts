import { adminCommands } from './admin-account-commands.ts'
import { backupCommands } from './backup-commands.ts'
import type { Command } from './command/command.ts'
import { doctorCommand } from './doctor/doctor.ts'
import { migrateAndSeedCommands } from './migrate-and-seed-commands.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [...migrateAndSeedCommands, ...backupCommands, ...adminCommands, doctorCommand]
