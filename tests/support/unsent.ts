/** For stores that a test makes by itself: mail goes nowhere. */
export const unsent = { mail: { post: async () => {}, wake: () => {} }, origin: 'http://127.0.0.1' }
