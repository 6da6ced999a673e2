/** Builds texts that slow down bad regular expressions and parsers. Each has about `length` bytes of UTF-8. */
export function buildRedosTexts(length: number): Record<string, string> {
  const repeatToLength = (unit: string, before = '', after = '') => before + unit.repeat(length / Buffer.byteLength(unit)) + after
  return {
    'one letter': repeatToLength('a'),
    'one digit': repeatToLength('1', 'Version/'),
    spaces: repeatToLength(' ', 'a', 'a'),
    'tabs and spaces': repeatToLength('\t ', 'a', 'a'),
    'line breaks': repeatToLength('\r\n', 'a', 'a'),
    'at signs': repeatToLength('a@', '', '.'),
    dots: repeatToLength('.', 'abc@', '@'),
    'labels of a domain': repeatToLength('a.', 'abc@', '@'),
    slashes: repeatToLength('/', '', 'a'),
    'steps up': repeatToLength('../', '/'),
    'percent signs': repeatToLength('%'),
    'percent-encoded': repeatToLength('%2e'),
    brackets: repeatToLength('[', '', ']'),
    tags: repeatToLength('<a b="', '', '>'),
    'list with quotes': repeatToLength(',"'),
    'list with weights': repeatToLength('br;q=0.0 ,'),
    pairs: repeatToLength('a=b;'),
    dashes: repeatToLength('- ', 'Mon-Sat 9am', '-'),
    'combining marks': repeatToLength('\u0301', 'a'),
    'composed letters': repeatToLength('\u1e69'),
    'ligature of eighteen letters': repeatToLength('\ufdfa'),
    'lone surrogates': '\ud800'.repeat(length / 6),
  }
}
