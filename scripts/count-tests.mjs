// Prints "N passed, N failed" from Vitest's JSON report. A file that could not even be loaded counts as one failure.
import { existsSync, readFileSync } from 'node:fs'

const path = process.argv[2]
const report = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { success: false, numPassedTests: 0, testResults: [] }
const failedIn = ({ status, assertionResults }) => {
  const failed = assertionResults.filter((result) => result.status === 'failed').length
  return status === 'failed' ? Math.max(failed, 1) : failed
}
const failed = report.testResults.reduce((sum, file) => sum + failedIn(file), 0)
console.log(`${report.numPassedTests} passed, ${report.success ? failed : Math.max(failed, 1)} failed`)
