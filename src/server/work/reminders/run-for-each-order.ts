import type { LogProblem } from '#platform/log/module-log-types.ts'

/** Runs `work` for each order. One that fails is logged and doesn't hold up the others. Returns how many succeeded. */
export async function runForEachOrder<T extends { orderId: string }>(
  problem: LogProblem,
  orders: readonly T[],
  work: (order: T) => Promise<void>,
): Promise<number> {
  let succeeded = 0
  for (const order of orders)
    await work(order).then(
      () => succeeded++,
      (error: unknown) => problem(error, `the server could not write a reminder about order ${order.orderId} and tries again`),
    )
  return succeeded
}
