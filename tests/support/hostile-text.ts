/** Texts that have kept expressions, parsers and other readers of text busy, each of about `length` bytes of UTF-8. */
export function hostileTexts(length: number): Record<string, string> {
  const filled = (unit: string, before = '', after = '') => before + unit.repeat(length / Buffer.byteLength(unit)) + after
  return {
    'one letter': filled('a'),
    'one digit': filled('1', 'Version/'),
    spaces: filled(' ', 'a', 'a'),
    'tabs and spaces': filled('\t ', 'a', 'a'),
    'line breaks': filled('\r\n', 'a', 'a'),
    'at signs': filled('a@', '', '.'),
    dots: filled('.', 'abc@', '@'),
    'labels of a domain': filled('a.', 'abc@', '@'),
    slashes: filled('/', '', 'a'),
    'steps up': filled('../', '/'),
    'percent signs': filled('%'),
    'percent-encoded': filled('%2e'),
    brackets: filled('[', '', ']'),
    tags: filled('<a b="', '', '>'),
    'list with quotes': filled(',"'),
    'list with weights': filled('br;q=0.0 ,'),
    pairs: filled('a=b;'),
    dashes: filled('- ', 'Mon-Sat 9am', '-'),
    'combining marks': filled('\u0301', 'a'),
    'composed letters': filled('\u1e69'),
    'ligature of eighteen letters': filled('\ufdfa'),
    'lone surrogates': '\ud800'.repeat(length / 6),
  }
}
