/** Who is looking: decides the header's links and what a page may show (spec section 6). */
export type Viewer = { kind: 'visitor' } | { kind: 'customer' | 'admin'; email: string }

export const visitor: Viewer = { kind: 'visitor' }
