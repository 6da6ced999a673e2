/** Where a payment was asked for, by the id of the gateway. */
const NAMES: Readonly<Record<string, string>> = {
  'paypal-standard': 'PayPal',
  'paypal-orders': 'PayPal',
  rehearsal: 'the rehearsal checkout',
  'by-hand': 'nobody: marked as paid by hand',
}

export function gatewayName(id: string | undefined): string {
  return NAMES[id ?? ''] ?? id ?? 'the payment provider'
}
