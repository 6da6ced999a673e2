// Prints "N passed, N failed" from Vitest's JSON reports. A file that could not be loaded and a report that is missing
// count as one failure each.
import { existsSync, readFileSync } from 'node:fs'

const counts = process.argv.slice(2).map(countReport)
const sum = (key) => counts.reduce((total, count) => total + count[key], 0)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)

function countReport(path) {
  if (!existsSync(path)) return { passed: 0, failed: 1 }
  const { success, numPassedTests, testResults } = JSON.parse(readFileSync(path, 'utf8'))
  const failed = testResults.reduce((total, file) => total + countFailed(file), 0)
  return { passed: numPassedTests, failed: success ? failed : Math.max(failed, 1) }
}

function countFailed({ status, assertionResults }) {
  const failed = assertionResults.filter((result) => result.status === 'failed').length
  return status === 'failed' ? Math.max(failed, 1) : failed
}
