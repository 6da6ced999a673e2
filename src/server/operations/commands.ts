import { adminCommands } from './admin-account-commands.ts'
import { backupCommands } from './backup-commands.ts'
import type { Command } from './command/command.ts'
import { databaseCommands } from './database-commands.ts'
import { doctorCommand } from './doctor/doctor.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [...databaseCommands, ...backupCommands, ...adminCommands, doctorCommand]
