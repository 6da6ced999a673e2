import { adminCommands } from './admin.ts'
import { backupCommands } from './backups.ts'
import type { Command } from './command.ts'
import { databaseCommands } from './databases.ts'
import { doctorCommand } from './doctor/doctor.ts'

/** Every command, in the order in which the help names them. */
export const commands: readonly Command[] = [...databaseCommands, ...backupCommands, ...adminCommands, doctorCommand]
